import pytest

from machine import MachineError, run


def test_push():
    assert run(["push 1", "push 2"]) == [1, 2]


def test_add_and_mul():
    assert run(["push 2", "push 3", "add", "push 4", "mul"]) == [20]


def test_sub():
    assert run(["push 7", "push 2", "sub"]) == [5]


def test_dup():
    assert run(["push 3", "dup", "mul"]) == [9]


def test_names():
    assert run(["load x", "store y", "load y"], x=4) == [4]


def test_loop():
    program = ["loop:", "load n", "push 1", "add", "store n", "load n", "push 5", "less", "jumpif loop", "load n"]
    assert run(program, n=0) == [5]


def test_jump():
    assert run(["jump end", "push 1", "end:", "push 2"]) == [2]


def test_empty_stack():
    with pytest.raises(MachineError, match="add"):
        run(["push 1", "add"])


def test_unknown():
    with pytest.raises(MachineError):
        run(["fly"])


def test_endless():
    with pytest.raises(MachineError, match="steps"):
        run(["a:", "jump a"])
