import pytest

from shell import ShellError, standard_shell


def test_three_aliases():
    s = standard_shell()
    s.alias(a="add 1", b="add 2", c="add 3")
    assert [s.run(f"{n} 10") for n in "abc"] == [11, 12, 13]


def test_different_commands():
    s = standard_shell()
    s.alias(x="echo 1", y="add 1")
    assert s.run("x 2") == "1 2"
    assert s.run("y 2") == 3


def test_chain_in_one_call():
    s = standard_shell()
    s.alias(a="echo one", b="a two", c="b three")
    assert s.run("c four") == "one two three four"


def test_order_does_not_matter():
    s = standard_shell()
    s.alias(p="add 5", q="echo z")
    assert s.run("p") == 5
    assert s.run("q") == "z"


def test_failed_alias_keeps_earlier():
    s = standard_shell()
    with pytest.raises(ShellError):
        s.alias(a="add 1", b="nope")
    assert s.run("a 1") == 2


def test_repeated_use():
    s = standard_shell()
    s.alias(a="add 1", b="add 2")
    assert s.run("a 1 1") == 3
    assert s.run("a") == 1
