from grepper import render, search

TEXT = "a\nb\nhit\nc\nd\ne\nf\nhit\ng\n".splitlines(keepends=True)


def test_blocks():
    assert render(search(TEXT, "hit", after=1)) == "3:hit\n4-c\n--\n8:hit\n9-g"


def test_touching_blocks():
    assert render(search(TEXT, "hit", after=2, before=2)) == "1-a\n2-b\n3:hit\n4-c\n5-d\n6-e\n7-f\n8:hit\n9-g"


def test_without_numbers():
    assert render(search(TEXT, "hit|e"), numbers=False) == "hit\n--\ne\n--\nhit"


def test_nothing():
    assert render(search(TEXT, "zzz", before=3)) == ""
