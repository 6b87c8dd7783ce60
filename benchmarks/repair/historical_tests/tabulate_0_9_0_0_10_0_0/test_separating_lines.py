import pytest
from tabulate import SEPARATING_LINE, tabulate

ROWS = [["a", 1], SEPARATING_LINE, ["b", 2], ["c", 3]]


@pytest.mark.parametrize(("style", "below"), [("orgtbl", 1), ("psql", 2), ("presto", 1)])
def test_the_line_is_like_the_one_below_the_headers(style, below):
    lines = tabulate(ROWS, ["name", "count"], tablefmt=style).splitlines()
    assert lines[below + 2] == lines[below]
    assert len([line for line in lines if line == lines[below]]) >= 2


def test_cells_are_padded_as_ever():
    lines = tabulate([["a", 1], ["b", 2]], ["name", "count"], tablefmt="orgtbl").splitlines()
    assert lines[2] == "| a      |       1 |"
