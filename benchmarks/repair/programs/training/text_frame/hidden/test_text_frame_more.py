import pytest

from text_frame import bullets, frame, justify, numbered, paragraph, wrap


def test_ten_items():
    lines = numbered(["x"] * 10, 20)
    assert lines[0] == " 1. x"
    assert lines[8] == " 9. x"
    assert lines[9] == "10. x"


def test_past_ninety_nine():
    assert numbered(["a", "b"], 20, start=99) == [" 99. a", "100. b"]


def test_all_two_digits():
    assert numbered(["a", "b"], 20, start=10) == ["10. a", "11. b"]


def test_one_to_hundred():
    lines = numbered(["t"] * 100, 20)
    assert {line.index("t") for line in lines} == {5}


def test_empty_list():
    assert numbered([], 20) == []
    assert bullets([], 20) == []


def test_single():
    assert numbered(["a"], 20) == ["1. a"]


def test_never_too_wide():
    lines = numbered(["word " * 7] * 12, 14)
    assert max(len(line) for line in lines) <= 14
    assert all(line.startswith(" ") for line in lines[:3])


def test_empty_item():
    assert numbered(["", "a"], 10, start=9) == [" 9.", "10. a"]


def test_justified_items():
    assert numbered(["a b cc dd", "e"], 9, start=9, how="justify") == [
        " 9. a   b", "    cc dd", "10. e"]


def test_deep_bullets():
    assert bullets([[["a"]]], 20, mark="*") == ["    * a"]


def test_wrap_exact():
    assert wrap("abc def", 7) == ["abc def"]
    with pytest.raises(ValueError):
        wrap("a", 0)


def test_justify_single_word():
    assert justify("abc", 9) == "abc"
    assert paragraph("abc", 9, "right") == ["      abc"]


def test_frame_long_title():
    assert frame([], "Hello") == ["+-Hello-+", "+-------+"]
