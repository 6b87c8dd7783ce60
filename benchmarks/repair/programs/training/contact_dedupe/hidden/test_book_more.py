import pytest

from book import Book, ContactError


def build():
    book = Book()
    book.add("Eve", ["EVE@X.org", "eve@y.org"])
    return book


@pytest.mark.parametrize("mail", ["EVE@X.org", "eve@x.org", " Eve@X.ORG\n", "eve@Y.org"])
def test_find(mail):
    assert build().find(mail).name == "Eve"


@pytest.mark.parametrize("mail", ["EVE@X.org", "eve@x.org", " Eve@x.ORG"])
def test_remove(mail):
    book = build()
    book.remove_mail(mail)
    assert book.contacts[0].mails == ["eve@y.org"]
    assert book.find("eve@x.org") is None
    assert book.by_host() == [("y.org", 1)]


def test_remove_all():
    book = build()
    book.remove_mail("Eve@X.org")
    book.remove_mail("Eve@Y.org")
    assert len(book) == 0


def test_remove_twice_in_different_case():
    book = build()
    book.remove_mail("eve@x.org")
    with pytest.raises(ContactError):
        book.remove_mail("EVE@x.org")


def test_unknown():
    assert build().find("Nobody@X.org") is None
    with pytest.raises(ContactError):
        build().remove_mail("Nobody@X.org")
