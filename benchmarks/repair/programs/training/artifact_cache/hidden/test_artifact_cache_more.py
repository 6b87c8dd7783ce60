import pytest

from artifact_cache import Builder


@pytest.fixture
def diamond():
    builder = Builder()
    builder.add("base", "0")
    builder.add("left", "l", ["base"])
    builder.add("right", "r", ["base"])
    builder.add("top", "t", ["left", "right"])
    builder.add("tip", "p", ["top"])
    builder.build("tip")
    builder.built.clear()
    return builder


def test_edit_base(diamond):
    diamond.edit("base", "1")
    assert diamond.build("tip") == "1+l+1+r+t+p"
    assert sorted(diamond.built) == ["base", "left", "right", "tip", "top"]


def test_edit_one_side(diamond):
    diamond.edit("left", "L")
    assert diamond.build("tip") == "0+L+0+r+t+p"
    assert diamond.built == ["left", "top", "tip"]


def test_stale_after_edit_of_base(diamond):
    diamond.edit("base", "1")
    assert diamond.stale() == ["base", "left", "right", "tip", "top"]


def test_stale_after_edit_of_side(diamond):
    diamond.edit("right", "1")
    assert diamond.stale() == ["right", "tip", "top"]


def test_edit_back_is_fresh(diamond):
    diamond.edit("base", "1")
    diamond.build("tip")
    diamond.edit("base", "0")
    diamond.built.clear()
    assert diamond.build("tip") == "0+l+0+r+t+p"
    assert diamond.built == []


def test_key_changes_and_returns(diamond):
    before = diamond.key("tip")
    diamond.edit("base", "1")
    assert diamond.key("tip") != before
    diamond.edit("base", "0")
    assert diamond.key("tip") == before


def test_same_source_stays_fresh(diamond):
    diamond.edit("base", "0")
    assert diamond.stale() == []


def test_others_stay_fresh(diamond):
    diamond.add("lone", "x")
    diamond.build("lone")
    diamond.edit("base", "1")
    assert diamond.is_fresh("lone")
    assert not diamond.is_fresh("top")


def test_edit_before_any_key():
    builder = Builder()
    builder.add("a", "1")
    builder.add("b", "2", ["a"])
    builder.edit("a", "3")
    assert builder.build("b") == "3+2"


def test_two_edits(diamond):
    diamond.edit("base", "1")
    diamond.edit("right", "R")
    assert diamond.build("top") == "1+l+1+R+t"
    assert diamond.build("left") == "1+l"


def test_edit_the_tip_only(diamond):
    diamond.edit("tip", "P")
    diamond.build("tip")
    assert diamond.built == ["tip"]
