from role_tree import Roles


def test_role_that_includes_itself():
    roles = Roles()
    roles.define("a", ["x:1"], ["a"])
    assert roles.reached("a") == {"a"}
    assert roles.allowed(["a"], "x:1")


def test_ring_of_three():
    roles = Roles()
    roles.define("a", [], ["b"])
    roles.define("b", [], ["c"])
    roles.define("c", ["x:1"], ["a"])
    assert roles.reached("b") == {"a", "b", "c"}
    assert roles.allowed(["a"], "x:1")


def test_ring_behind_a_role():
    roles = Roles()
    roles.define("a", [], ["b", "d"])
    roles.define("b", [], ["c"])
    roles.define("c", [], ["b"])
    roles.define("d", ["x:*"])
    assert roles.allowed(["a"], "x:2")
    assert not roles.allowed(["b"], "x:2")


def test_two_questions():
    roles = Roles()
    roles.define("a", ["x:1"])
    roles.define("b", [], ["a"])
    assert roles.reached("b") == {"a", "b"}
    assert roles.reached("a") == {"a"}


def test_undefined_included_role():
    roles = Roles()
    roles.define("a", ["x:1"], ["nobody"])
    assert not roles.allowed(["a"], "x:2")
