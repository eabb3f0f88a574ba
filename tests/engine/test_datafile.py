"""Tables of data files: an error names the file, the row and the key."""
from __future__ import annotations

import pytest

from game.errors import FileError
from game.rulesets.common.data import State, table

ROW = 'title = "Prone"\nicon = "falling"\ntone = "harm"\ndoes = "lies"\n'


def test_a_table_is_read_once(tmp_path):
    path = tmp_path / "states.toml"
    path.write_text(f'[prone]\n{ROW}rule = "X-1"\n')
    states = table(path, State)
    assert states()["prone"].title == "Prone"
    path.unlink()
    assert list(states()) == ["prone"]


@pytest.mark.parametrize(("text", "told"), [
    (f"[prone]\n{ROW}", 'states.toml, prone: the key "rule" is missing'),
    (f"[prone]\n{ROW}rule = 3", "states.toml, prone.rule: expected `str`, got `int`"),
    (f'[prone]\n{ROW}rule = "X"\ntitel = "x"', 'states.toml, prone: unknown key "titel"; did you mean "title"?'),
    ("prone = 3", "states.toml, prone: expected `object`, got `int`"),
])
def test_an_error_names_file_row_and_key(tmp_path, text, told):
    path = tmp_path / "states.toml"
    path.write_text(text)
    with pytest.raises(FileError) as error:
        table(path, State)()
    assert str(error.value) == f"{tmp_path}/{told}"
