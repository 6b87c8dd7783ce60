from form_builder import Field, Form


class Person(Form, declare=[Field("name"), Field("mail")]):
    pass


class Strict(Person, declare=[Field("mail", "E-mail"), Field("phone")]):
    pass


class Short(Person, without=["mail"]):
    pass


class Plain(Person):
    pass


def test_base_untouched():
    assert Form.fields == []


def test_person():
    assert Person.names() == ["name", "mail"]


def test_replacing_is_local():
    assert Strict.labels() == {"name": "Name*", "mail": "E-mail*", "phone": "Phone*"}
    assert Person.labels()["mail"] == "Mail*"


def test_without_is_local():
    assert Short.names() == ["name"]


def test_plain():
    assert Plain.names() == ["name", "mail"]
    assert Person({"name": "x", "mail": "y"}).ok


def test_three_levels():
    class A(Plain, declare=[Field("zip")]):
        pass

    class B(A, without=["name"]):
        pass

    assert (A.names(), B.names(), Plain.names()) == (["name", "mail", "zip"], ["mail", "zip"], ["name", "mail"])


def test_append_to_own_list():
    class Q(Plain):
        pass

    Q.fields.append(Field("x"))
    assert "x" not in Plain.names()
