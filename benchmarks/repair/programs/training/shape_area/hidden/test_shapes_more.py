from shapes import label


def test_other():
    assert label({"kind": "triangle", "base": 7, "height": 5}) == "triangle of 7 by 5"
