import pytest
from league_table import League, Row, parse_result


def order(*results):
    league = League()
    for r in results:
        league.add(r)
    return [row.team for row in league.table()]


def test_parse():
    assert parse_result("FC Utrecht 2-10 Go Ahead") == ("FC Utrecht", 2, 10, "Go Ahead")


def test_row():
    row = Row("x")
    row.add(2, 1)
    row.add(0, 0)
    row.add(0, 3)
    assert (row.points, row.difference, row.played) == (4, -2, 3)


def test_points_first():
    assert order("A 1-0 B", "A 1-0 C", "B 9-0 C") == ["A", "B", "C"]


def test_head_to_head():
    assert order("A 1-0 B", "C 3-0 A", "B 5-0 C", "B 0-0 D", "A 0-0 D")[:2] == ["A", "B"]


def test_overall_difference():
    assert order("A 1-1 B", "A 1-0 C", "B 4-0 C") == ["B", "A", "C"]


def test_scored():
    assert order("A 0-0 B", "A 1-0 C", "B 2-1 C") == ["B", "A", "C"]


def test_overall_after_mutual_wins():
    # one win each against the other; A won it by more, B is better overall
    assert order("A 3-0 B", "B 1-0 A", "B 7-0 C", "A 1-0 C") == ["B", "A", "C"]


def test_names():
    assert order("B 1-1 A") == ["A", "B"]


def test_empty():
    assert League(["x", "w"]).position("w") == 1
