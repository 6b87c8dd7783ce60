import pytest

from book import Book, ContactError, clean_mail, clean_phone
from importer import read

TEXT = """\
Ada Berg <ada@example.org>, +49 30 123; friends, work
Tom <tom@example.org>
nobody
A. Berg <Ada@Example.org> <ada@berg.net>, 030-99

<x>
"""


@pytest.fixture
def book():
    book = Book()
    book.add("Ada", ["ada@example.org"], tags=["work"])
    book.add("Tom", ["Tom.Low@Mail.com", "tom@example.org"])
    return book


def test_clean_mail():
    assert clean_mail(" Ada@Example.ORG ") == "ada@example.org"


@pytest.mark.parametrize("text", ["", "ada", "@x.de", "a@localhost", "a b@x.de"])
def test_bad_mail(text):
    with pytest.raises(ContactError):
        clean_mail(text)


def test_clean_phone():
    assert clean_phone("+49 (30) 12-3") == "+4930123"
    assert clean_phone("030 99") == "03099"


def test_find(book):
    assert book.find(" tom@example.org").name == "Tom"
    assert book.find("eve@example.org") is None


def test_find_as_it_was_added(book):
    assert book.find("Tom.Low@Mail.com") is book.find("tom@example.org")


def test_same_address_is_the_same_person(book):
    book.add("Ada Berg", ["ADA@example.org", "ada@berg.net"], tags=["friends"])
    assert len(book) == 2
    assert book.find("ada@berg.net").tags == {"work", "friends"}


def test_two_become_one(book):
    contact = book.add("Both", ["ada@example.org", "tom@example.org"])
    assert len(book) == 1
    assert contact.mails == ["ada@example.org", "tom.low@mail.com", "tom@example.org"]


def test_remove(book):
    book.remove_mail("ada@example.org")
    assert [contact.name for contact in book.contacts] == ["Tom"]
    with pytest.raises(ContactError):
        book.remove_mail("ada@example.org")


def test_remove_in_capitals(book):
    book.remove_mail("TOM@example.org ")
    assert book.find("tom.low@mail.com").mails == ["tom.low@mail.com"]


def test_hosts(book):
    assert book.by_host() == [("example.org", 2), ("mail.com", 1)]


def test_import():
    book, bad = read(TEXT)
    assert bad == [3, 6]
    assert book.contacts[0].mails == ["ada@example.org", "ada@berg.net"]
    assert book.contacts[0].phones == {"+4930123", "03099"}
    assert book.tagged("work") == ["Ada Berg"]
