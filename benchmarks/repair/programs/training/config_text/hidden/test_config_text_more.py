import pytest

from config_text import Config, ConfigError


def test_list_with_lone_reference_keeps_type():
    assert Config("n = 5\nl = [${n}, 6]").get("l") == [5, 6]


def test_nested_list():
    assert Config("n = 5\nl = [[${n}], ['x${n}', [${n}]]]").get("l") == [[5], ["x5", [5]]]


def test_reference_to_list():
    assert Config("n = 1\na = [${n}, 2]\nb = ${a}").get("b") == [1, 2]


def test_list_with_reference_to_list():
    assert Config("a = [1, 2]\nb = [${a}, 3]").get("b") == [[1, 2], 3]


def test_chain_through_list():
    assert Config("a = x\nb = ${a}y\nc = ['${b}z']").get("c") == ["xyz"]


def test_list_in_as_dict():
    assert Config("n = 1\n[s]\nl = [${n}]").as_dict() == {"n": 1, "s": {"l": [1]}}


def test_circular_through_list():
    with pytest.raises(ConfigError):
        Config("a = [${b}]\nb = ${a}").get("a")


def test_list_refers_to_itself():
    with pytest.raises(ConfigError):
        Config("a = [1, ${a}]").get("a")


def test_unknown_reference_in_list():
    with pytest.raises(KeyError):
        Config("a = [${nothing}]").get("a")


def test_plain_list_is_unchanged():
    assert Config("a = [1, x, no]").get("a") == [1, "x", False]
    assert Config("a = []").get("a") == []


def test_raw_data_is_kept():
    c = Config("n = 1\na = ['${n}!']")
    c.get("a")
    assert c.data["a"] == ["${n}!"]


def test_same_reference_twice_in_list():
    assert Config("n = 1\na = [${n}, ${n}]").get("a") == [1, 1]


def test_section_reopened():
    assert Config("[a]\nx = 1\n[b]\ny = 2\n[a]\nz = 3").get("a") == {"x": 1, "z": 3}
