import pytest
from form_builder import Choice, Field, Form


def make():
    # every test starts from a clean base
    class Base(Form):
        fields = []
    return Base


def test_field():
    assert Field("age", convert=int).clean(" 7 ") == 7
    with pytest.raises(ValueError):
        Field("age").clean("  ")
    assert Field("age", required=False).clean(None) is None


def test_choice():
    c = Choice("size", ["s", "m"])
    assert c.clean("m") == "m"
    with pytest.raises(ValueError):
        c.clean("x")


def test_values():
    class Login(make(), declare=[Field("user"), Field("age", convert=int)]):
        pass

    form = Login({"user": "bo", "age": "3"})
    assert form.ok
    assert form.values == {"user": "bo", "age": 3}


def test_errors():
    class Login(make(), declare=[Field("user"), Field("age", convert=int)]):
        pass

    assert set(Login({"age": "x"}).errors) == {"user", "age"}


def test_child_has_parent_fields():
    class A(make(), declare=[Field("a")]):
        pass

    class B(A, declare=[Field("b")]):
        pass

    assert B.names() == ["a", "b"]


def test_parent_keeps_its_fields():
    class A(make(), declare=[Field("a")]):
        pass

    class B(A, declare=[Field("b")]):
        pass

    assert A.names() == ["a"]


def test_siblings():
    base = make()

    class A(base, declare=[Field("a")]):
        pass

    class B(base, declare=[Field("b")]):
        pass

    assert B.names() == ["b"]


def test_check_hook():
    class P(make(), declare=[Field("one"), Field("two")]):
        def check(self):
            if self.values.get("one") != self.values.get("two"):
                self.errors["two"] = "differs"

    assert P({"one": "x", "two": "x"}).ok
    assert P({"one": "x", "two": "y"}).errors == {"two": "differs"}


def test_labels():
    class L(make(), declare=[Field("first_name"), Field("nick", "Nick!", required=False)]):
        pass

    assert L.labels() == {"first_name": "First name*", "nick": "Nick!"}
