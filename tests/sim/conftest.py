"""A folder of its own for every test's saves and settings."""
import pytest

from game.sim import paths


@pytest.fixture(autouse=True)
def data_dir(tmp_path):
    paths.use_data_dir(tmp_path / "data")
    yield tmp_path / "data"
    paths.use_data_dir(None)
