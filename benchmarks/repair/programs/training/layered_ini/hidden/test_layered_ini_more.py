import pytest

from layered_ini import LayeredSettings, SettingsError


def make(*texts):
    s = LayeredSettings()
    for i, text in enumerate(texts):
        s.add_layer(f"l{i}", text)
    return s


def test_long_cycle_behind_start():
    s = make("s = ${a}\na = ${b}\nb = ${c}\nc = ${a}")
    with pytest.raises(SettingsError):
        s.get("main", "s")


def test_cycle_over_sections():
    s = make("[x]\na = ${y.b}\n[y]\nb = ${z.c}\n[z]\nc = ${y.b}")
    with pytest.raises(SettingsError):
        s.get("x", "a")


def test_cycle_in_second_reference():
    s = make("s = ${ok}${bad}\nok = 1\nbad = ${bad}")
    with pytest.raises(SettingsError):
        s.get("main", "s")


def test_same_value_twice_is_no_cycle():
    s = make("s = ${a}-${a}-${b}\na = 1${b}\nb = 2")
    assert s.get("main", "s") == "12-12-2"


def test_diamond_is_no_cycle():
    s = make("top = ${l}${r}\nl = l${end}\nr = r${end}\nend = .")
    assert s.get("main", "top") == "l.r."


def test_long_chain():
    lines = [f"k{i} = ${{k{i + 1}}}" for i in range(30)] + ["k30 = end"]
    assert make("\n".join(lines)).get("main", "k0") == "end"


def test_same_key_in_two_sections():
    s = make("[a]\nname = ${b.name}!\n[b]\nname = x")
    assert s.get("a", "name") == "x!"


def test_override_breaks_cycle():
    s = make("s = ${a}\na = ${b}\nb = ${a}", "b = fixed")
    assert s.get("main", "s") == "fixed"


def test_override_makes_cycle():
    s = make("s = ${a}\na = ${b}\nb = fixed", "b = ${a}")
    with pytest.raises(SettingsError):
        s.get("main", "s")


def test_case_of_names():
    s = make("[Web]\nHost = h\nUrl = ${WEB.HOST}/${host}")
    assert s.get("WEB", "url") == "h/h"


def test_reference_resolves_in_its_own_section():
    s = make("[a]\nx = ${b.y}\nz = wrong\n[b]\ny = ${z}\nz = right")
    assert s.get("a", "x") == "right"


def test_section_with_a_cycle():
    s = make("[q]\none = ${two}\ntwo = ${three}\nthree = ${two}")
    with pytest.raises(SettingsError):
        s.section("q")
