import pytest

from hotkeys import Keymap, KeymapError, Toolbar
from hotkeys.keymap import normalize


@pytest.fixture
def keymap():
    return Keymap()


@pytest.fixture
def toolbar(keymap):
    return Toolbar(keymap, ["axe", "bow", "pick"])


def test_normalize():
    assert normalize("Shift + Ctrl+A") == "ctrl+shift+a"


@pytest.mark.parametrize("text", ["ctrl+", "shift", "meta+a"])
def test_normalize_bad(text):
    with pytest.raises(KeymapError):
        normalize(text)


def test_bind_twice(keymap):
    keymap.bind("ctrl+alt+x", print)
    with pytest.raises(KeymapError):
        keymap.bind("Alt+Ctrl+X", print)


def test_press_unbound(keymap):
    assert not keymap.press("q")


def test_unbind(keymap, toolbar):
    keymap.unbind("Enter")
    assert not keymap.press("enter")


def test_combinations(keymap):
    Toolbar(keymap, ["axe"])
    assert keymap.combinations() == ["1", "ctrl+1", "enter", "shift+tab", "tab"]


def test_select_by_key(keymap, toolbar):
    assert keymap.press("2")
    assert toolbar.tool == "bow"


def test_tab_goes_round(keymap, toolbar):
    keymap.press("shift+tab")
    assert toolbar.tool == "pick"
    keymap.press("tab")
    assert toolbar.tool == "axe"


def test_use_selected(keymap, toolbar):
    keymap.press("3")
    keymap.press("enter")
    assert toolbar.used == ["pick"]


def test_quick_use(keymap, toolbar):
    keymap.press("ctrl+1")
    keymap.press("ctrl+2")
    keymap.press("ctrl+3")
    assert toolbar.used == ["axe", "bow", "pick"]


def test_quick_use_keeps_the_selection(keymap, toolbar):
    keymap.press("2")
    keymap.press("ctrl+1")
    assert toolbar.selected == 1
    assert toolbar.used == ["axe"]


def test_too_many_tools(keymap):
    with pytest.raises(ValueError):
        Toolbar(keymap, range(10))
