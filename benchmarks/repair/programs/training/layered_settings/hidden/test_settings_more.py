from settings import DEFAULTS, changed, get, load, merged_with


def test_defaults_stay():
    load({"editor": {"tab": 2, "rulers": []}, "backup": None})
    assert DEFAULTS["editor"]["tab"] == 4
    assert get(load(), "backup.keep") == 3


def test_changed():
    assert changed(load({"editor": {"tab": 2}, "language": "de"})) == ["editor.tab", "language"]


def test_deep():
    base = {"a": {"b": {"c": 1, "d": [1]}}}
    merged = merged_with(base, {"a": {"b": {"c": 2}}})
    merged["a"]["b"]["d"].append(2)
    assert base == {"a": {"b": {"c": 1, "d": [1]}}}
