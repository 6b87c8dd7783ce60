from settings import changed, from_arguments, get, load, merged_with


def test_get():
    assert get({"a": {"b": 1}}, "a.b") == 1
    assert get({"a": 1}, "a.b", "none") == "none"


def test_arguments():
    assert from_arguments(["--editor.tab=8", "--language=de"]) == {"editor": {"tab": 8}, "language": "de"}
    assert from_arguments(["--debug=true"]) == {"debug": True}


def test_merges_nested():
    assert merged_with({"a": {"b": 1, "c": 2}}, {"a": {"b": 3}}) == {"a": {"b": 3, "c": 2}}


def test_takes_out():
    assert merged_with({"a": 1, "b": 2}, {"a": None}) == {"b": 2}


def test_replaces():
    assert merged_with({"a": {"b": 1}}, {"a": 5}) == {"a": 5}


def test_base_stays():
    base = {"a": {"b": 1}}
    merged_with(base, {"a": {"b": 2}, "c": 3})
    assert base == {"a": {"b": 1}}


def test_later_layers_win():
    found = load({"editor": {"tab": 2}}, {"editor": {"tab": 8}})
    assert get(found, "editor.tab") == 8
    assert get(found, "backup.keep") == 3


def test_unknown_is_kept():
    assert get(load({"plugin": {"x": 1}}), "plugin.x") == 1
