import pytest

from pushpop import Machine, MachineError, assemble, run


def test_arithmetic():
    assert run("push 7\npush 2\nsub\nprint\npush 7\npush 2\ndiv\nprint") == [5, 3]


def test_stack_operations():
    machine = Machine(assemble("push 1\npush 2\nswap\ndup\npush 9\ndrop"))
    machine.run()
    assert machine.stack == [2, 1, 1]


def test_loop():
    source = """
            push 3
            store n
    again:  load n
            jz end
            load n
            print           # count down
            load n
            push 1
            sub
            store n
            jump again
    end:
    """
    assert run(source) == [3, 2, 1]


def test_subroutine():
    source = """
        push 4
        call square
        print
        halt
    square: dup
        mul
        ret
    """
    assert run(source) == [16]


FACTORIAL = """
    push 5
    call fact
    print
    halt
fact: store n
    load n
    jz one
    load n
    push 1
    sub
    call fact
    load n
    mul
    ret
one: push 1
    ret
"""


def test_recursion():
    assert run(FACTORIAL) == [120]


def test_caller_keeps_variables():
    source = "push 1\nstore x\ncall f\nload x\nprint\nhalt\nf: push 2\nstore x\nret"
    assert run(source) == [1]


def test_variables_of_the_caller_are_unknown():
    with pytest.raises(MachineError):
        run("push 1\nstore x\ncall f\nhalt\nf: load x\nret")


@pytest.mark.parametrize("source", ["add", "ret", "push 1\npush 0\ndiv", "a: jump a"])
def test_run_errors(source):
    with pytest.raises(MachineError):
        run(source)


@pytest.mark.parametrize("source", ["push", "dup 1", "jump nowhere"])
def test_assemble_errors(source):
    with pytest.raises(MachineError):
        assemble(source)
