import pytest

from phone_desk import PhoneDesk, clean_number, similarity


@pytest.fixture
def desk():
    desk = PhoneDesk()
    desk.add("Paula Meyer", "0221 / 55 66", "Sales")
    desk.add("Anna Meyer", "+49 30 1234", "sales", "berlin")
    desk.add("Zoe Okafor", "0044 20 99")
    desk.add("Martin Meier", "0221-77")
    return desk


def test_clean_number():
    assert clean_number(" 0049 (30) 12-34 ") == "+49301234"
    assert clean_number("030 12") == "03012"
    with pytest.raises(ValueError):
        clean_number("none")


def test_numbers(desk):
    desk.add("  anna   meyer", "030 99")
    desk.add("Anna Meyer", "+49-30-1234")
    assert desk.numbers("ANNA MEYER") == ["+49301234", "03099"]
    assert len(desk) == 4


def test_owner(desk):
    assert desk.owner("00 49 30 1234") == "Anna Meyer"
    assert desk.owner("110") is None


def test_similarity():
    assert similarity("meyer", "meyer") == 1
    assert similarity("abc", "xyz") == 0


def test_search_with_typing_error(desk):
    assert desk.search("okafar") == ["Zoe Okafor"]
    assert desk.search("quux") == []


def test_search_best_first(desk):
    assert desk.search("meier")[0] == "Martin Meier"


def test_search_equally_good(desk):
    assert desk.search("meyer", threshold=0.9) == ["Anna Meyer", "Paula Meyer"]


def test_search_order_and_limit(desk):
    assert desk.search("meyer") == ["Anna Meyer", "Paula Meyer", "Martin Meier"]
    assert desk.search("meyer", limit=1) == ["Anna Meyer"]


def test_tags(desk):
    assert desk.tagged("SALES") == ["Anna Meyer", "Paula Meyer"]


def test_remove(desk):
    desk.remove("zoe okafor", "004420 99")
    assert len(desk) == 3
    with pytest.raises(KeyError):
        desk.remove("zoe okafor")


def test_by_prefix(desk):
    assert desk.by_prefix("0221") == [("02215566", "Paula Meyer"), ("022177", "Martin Meier")]
