from hotkeys import Keymap, Toolbar


def make(*tools):
    keymap = Keymap()
    return keymap, Toolbar(keymap, tools)


def test_every_slot():
    keymap, toolbar = make(*"abcdefghi")
    for digit in "918273645":
        assert keymap.press(f"Ctrl+{digit}")
    assert "".join(toolbar.used) == "iahbgcfde"


def test_selection_does_not_matter():
    keymap, toolbar = make("a", "b", "c")
    keymap.press("3")
    keymap.press("ctrl+2")
    keymap.press("enter")
    assert toolbar.used == ["b", "c"]


def test_first_slot():
    keymap, toolbar = make("a", "b")
    keymap.press("2")
    keymap.press("ctrl+1")
    assert toolbar.used == ["a"]


def test_tools_may_change():
    keymap, toolbar = make("a", "b")
    toolbar.tools[0] = "z"
    keymap.press("ctrl+1")
    assert toolbar.used == ["z"]


def test_two_toolbars():
    one_map, one = make("a", "b")
    two_map, two = make("x", "y", "z")
    one_map.press("ctrl+1")
    two_map.press("ctrl+2")
    assert (one.used, two.used) == (["a"], ["y"])


def test_last_slot():
    keymap, toolbar = make("a", "b")
    keymap.press("ctrl+2")
    assert toolbar.used == ["b"]
    assert not keymap.press("ctrl+3")
