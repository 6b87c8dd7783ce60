import pytest

from shell import Shell, ShellError, standard_shell


@pytest.fixture
def shell():
    return standard_shell()


def test_run(shell):
    assert shell.run("add 1 2 3") == 6
    assert shell.run("echo a  b") == "a b"


def test_empty_line(shell):
    assert shell.run("   ") is None
    assert shell.history == []


def test_unknown(shell):
    with pytest.raises(ShellError):
        shell.run("rm x")


def test_single_alias(shell):
    shell.alias(hi="echo hello")
    assert shell.run("hi Jo") == "hello Jo"


def test_two_aliases_at_once(shell):
    shell.alias(hi="echo hello", plus="add 10")
    assert shell.run("hi") == "hello"
    assert shell.run("plus 5") == 15


def test_alias_of_alias(shell):
    shell.alias(hi="echo hello")
    shell.alias(hij="hi Jo")
    assert shell.run("hij !") == "hello Jo !"


def test_alias_taken(shell):
    with pytest.raises(ShellError):
        shell.alias(add="echo x")


def test_alias_to_nothing(shell):
    with pytest.raises(ShellError):
        shell.alias(x="nope")
    with pytest.raises(ShellError):
        shell.alias(x=" ")


def test_history(shell):
    shell.run(" add 1")
    with pytest.raises(ShellError):
        shell.run("bad")
    assert shell.history == ["add 1"]


def test_help(shell):
    shell.alias(p="add 1")
    assert shell.help() == [
        "add   sum of numbers", "echo  repeat the words", "p     same as 'add 1'"]


def test_help_empty():
    assert Shell().help() == []
