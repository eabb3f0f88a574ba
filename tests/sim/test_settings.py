"""Settings: kept, strict in what they hold, patient with what they find."""
import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from game.errors import FileError
from game.sim.settings import LEVELS, PALETTES, SPEEDS, Settings, parse, read_settings, settings_path, write_settings

SHARES = st.floats(0, 1)
KEPT = st.builds(
    Settings, window=st.tuples(st.integers(320, 16384), st.integers(240, 16384)), full_screen=st.booleans(),
    ui_scale=st.floats(0.75, 2.0), animation_speed=st.sampled_from(SPEEDS), master_volume=SHARES,
    effects_volume=SHARES, interface_volume=SHARES, palette=st.sampled_from(PALETTES),
    confirm_hand_over=st.booleans(), blue_level=st.sampled_from(LEVELS), red_level=st.sampled_from(LEVELS),
)


def test_nothing_written_yet_gives_the_defaults():
    assert read_settings() == (Settings(), "")


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(kept=KEPT)
def test_what_is_written_is_read(tmp_path_factory, kept):
    path = tmp_path_factory.mktemp("config") / "settings.toml"
    write_settings(kept, path)
    assert read_settings(path) == (kept, "")


@pytest.mark.parametrize("words", [
    "ui_scale = 3.0", "palette = \"neon\"", "colour = 1", "window = [1600]", "animation_speed = 2.0", "ui_scale = nan",
    "full_screen = \"yes\"", "= 4", "\x00", "blue_level = \"general\"",
])
def test_a_broken_file_is_set_aside_and_told(words):
    path = settings_path()
    path.parent.mkdir(parents=True)
    path.write_text(words)
    read, told = read_settings()
    assert read == Settings()
    assert "settings.toml" in told and "settings.toml.broken" in told
    assert not path.exists() and path.with_name("settings.toml.broken").read_text() == words


def test_a_misspelt_key_names_the_nearest(tmp_path):
    path = tmp_path / "settings.toml"
    path.write_text("ui_scal = 1.0")
    with pytest.raises(FileError, match='unknown key "ui_scal"; did you mean "ui_scale"'):
        parse(path)


def test_a_few_keys_are_enough(tmp_path):
    path = tmp_path / "settings.toml"
    path.write_text("ui_scale = 1.5\n")
    assert read_settings(path)[0] == msgspec.structs.replace(Settings(), ui_scale=1.5)
