from machine import run


def test_less():
    assert run(["push 1", "push 2", "less"]) == [1]
    assert run(["push 2", "push 1", "less"]) == [0]


def test_sub_twice():
    assert run(["push 9", "push 3", "push 2", "sub", "sub"]) == [8]
