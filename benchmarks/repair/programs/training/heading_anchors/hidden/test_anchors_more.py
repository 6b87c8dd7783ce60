from anchors import Slugger


def slugs(*titles):
    slugger = Slugger()
    return [slugger.slug(title) for title in titles]


def test_deep():
    assert slugs("a", "a", "a-1", "a-1-1") == ["a", "a-1", "a-1-1", "a-1-1-1"]


def test_numbers_go_on():
    assert slugs("a", "a", "a", "a 1", "a 2", "a") == ["a", "a-1", "a-2", "a-1-1", "a-2-1", "a-3"]


def test_taken_before():
    assert slugs("a 1", "a 2", "a", "a", "a 3") == ["a-1", "a-2", "a", "a-3", "a-3-1"]
