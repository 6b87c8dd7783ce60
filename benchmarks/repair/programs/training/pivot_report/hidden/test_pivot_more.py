from pivot import Pivot, Spec


def test_empty_columns_stay_empty():
    records = [{"r": r, "c": c, "v": 1} for r, c in ("ax", "by", "cz")]
    pivot = Pivot(Spec("r", "c", "v", "count"), records)
    assert [[pivot.cell(r, c) for c in "xyz"] for r in "abc"] == [[1, None, None], [None, 1, None], [None, None, 1]]
    assert [pivot.column_total(c) for c in "xyz"] == [1, 1, 1]


def test_row_whose_values_are_missing():
    records = [{"r": "a", "c": "x", "v": None}, {"r": "b", "c": "x", "v": 2}]
    assert Pivot(Spec("r", "c", "v"), records).row_total("a") is None
