import pytest

from pushpop import Machine, MachineError, assemble, run


def test_fibonacci():
    source = """
        push 10
        call fib
        print
        halt
    fib: store n
        load n
        push 2
        lt
        jz more
        load n
        ret
    more: load n
        push 1
        sub
        call fib
        load n
        push 2
        sub
        call fib
        add
        ret
    """
    assert run(source) == [55]


def test_three_levels():
    source = """
        push 1
        store x
        call f
        load x
        print
        halt
    f:  push 2
        store x
        call g
        load x
        print
        ret
    g:  push 3
        store x
        load x
        print
        ret
    """
    assert run(source) == [3, 2, 1]


def test_second_call_starts_fresh():
    with pytest.raises(MachineError):
        run("call f\ncall g\nhalt\nf: push 1\nstore x\nret\ng: load x\nret")


def test_variables_of_a_subroutine_vanish():
    with pytest.raises(MachineError):
        run("call f\nload x\nhalt\nf: push 1\nstore x\nret")


def test_stack_is_shared():
    machine = Machine(assemble("push 1\ncall f\nhalt\nf: push 2\nret"))
    machine.run()
    assert machine.stack == [1, 2]


def test_set_in_main_after_call():
    source = "push 1\nstore a\ncall f\npush 2\nstore b\nload a\nload b\nadd\nprint\nhalt\nf: ret"
    assert run(source) == [3]


def test_variables_in_a_loop_stay():
    source = """
        push 0
        store total
        push 3
        store n
    again: load n
        jz end
        load total
        load n
        call twice
        add
        store total
        load n
        push 1
        sub
        store n
        jump again
    end: load total
        print
        halt
    twice: store n
        load n
        load n
        add
        ret
    """
    assert run(source) == [12]


def test_ret_after_balanced_call():
    with pytest.raises(MachineError):
        run("call f\nret\nf: ret\n")


def test_machines_are_separate():
    code = assemble("push 1\nstore x\nload x\nprint")
    assert Machine(code).run() == [1]
    with pytest.raises(MachineError):
        Machine(assemble("load x")).run()


def test_comparisons():
    assert run("push 1\npush 2\nlt\nprint\npush 1\npush 2\neq\nprint") == [1, 0]
