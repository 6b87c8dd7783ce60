import pytest

from tracked import Customer, Field, ReadOnly


@pytest.fixture
def ann():
    return Customer(number=7, name=" Ann ", discount="5")


def test_new(ann):
    assert ann.as_dict() == {"number": 7, "name": "Ann", "email": None, "discount": 5}
    assert not ann.changed


def test_unknown_field():
    with pytest.raises(TypeError):
        Customer(age=5)


def test_descriptor_of_the_class():
    assert isinstance(Customer.name, Field)


def test_fixed(ann):
    ann.number = 7
    with pytest.raises(ReadOnly):
        ann.number = 8


def test_changes(ann):
    ann.email = "ANN@x.org"
    ann.discount = 10
    assert ann.changes() == {"email": (None, "ann@x.org"), "discount": (5, 10)}


def test_same_value(ann):
    ann.name = "Ann  "
    assert not ann.changed


def test_there_and_back(ann):
    ann.discount = 10
    ann.discount = 5
    assert ann.changes() == {}


def test_revert(ann):
    ann.name = "Anna"
    ann.discount = 7
    ann.revert("name")
    assert (ann.name, ann.discount) == ("Ann", 7)
    assert ann.changes() == {"discount": (5, 7)}


def test_revert_all(ann):
    ann.name = "Anne"
    ann.name = "Anna"
    ann.email = "a@x.org"
    ann.revert()
    assert (ann.name, ann.email) == ("Ann", None)


def test_save(ann):
    saved = []
    ann.discount = 6
    ann.save(saved.append)
    ann.save(saved.append)
    assert saved == [{"discount": 6}]
    ann.discount = 5
    assert ann.changes() == {"discount": (6, 5)}


def test_save_fails(ann):
    ann.discount = 6
    with pytest.raises(KeyError):
        ann.save(lambda values: {}["x"])
    assert ann.changed


def test_bad_value(ann):
    with pytest.raises(ValueError):
        ann.discount = "many"
    assert ann.discount == 5
