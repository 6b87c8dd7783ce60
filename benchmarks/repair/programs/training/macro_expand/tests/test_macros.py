import pytest

from macros import Expander, MacroError, MacroTable


def expand(text, *definitions):
    return Expander(MacroTable(*definitions)).expand(text)


def test_nothing_to_do():
    assert expand("a + b") == "a + b"


def test_simple():
    assert expand("x = SIZE;", "SIZE 10") == "x = 10;"


def test_whole_names_only():
    assert expand("SIZES SIZE2 2SIZE", "SIZE 10") == "SIZES SIZE2 2SIZE"


def test_strings_stay():
    assert expand('"SIZE" SIZE', "SIZE 10") == '"SIZE" 10'


def test_nested():
    assert expand("A", "A B + 1", "B C", "C 7") == "7 + 1"


def test_parameters():
    assert expand("MAX(a, f(b, c))", "MAX(x, y) ((x) > (y) ? (x) : (y))") == "((a) > (f(b, c)) ? (a) : (f(b, c)))"


def test_name_without_a_call():
    assert expand("MAX + 1", "MAX(x, y) x") == "MAX + 1"


def test_no_arguments():
    assert expand("NOW()", "NOW() time(0)") == "time(0)"


def test_wrong_number_of_arguments():
    with pytest.raises(MacroError):
        expand("MAX(1)", "MAX(x, y) x")


def test_unclosed_call():
    with pytest.raises(MacroError):
        expand("MAX(1, 2", "MAX(x, y) x")


def test_own_name_in_the_body():
    assert expand("errno = 1", "errno (*errno)") == "(*errno) = 1"


def test_macros_that_name_each_other():
    assert expand("A B", "A 1 + B", "B 2 + A") == "1 + 2 + A 2 + 1 + B"


def test_undefine():
    table = MacroTable("A 1")
    table.undefine("A")
    assert Expander(table).expand("A") == "A"


def test_bad_definition():
    with pytest.raises(MacroError):
        MacroTable("1A 2")
