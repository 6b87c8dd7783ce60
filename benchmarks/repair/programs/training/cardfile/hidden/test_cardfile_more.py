import pytest

from cards import escape, read_cards, split_escaped, write_book, write_card
from contacts import AddressBook, Contact


@pytest.mark.parametrize(
    "text, code",
    [
        ("", ""),
        (",", "\\,"),
        (";", "\\;"),
        ("\n", "\\n"),
        ("\\", "\\\\"),
        ("\\,", "\\\\\\,"),
        ("\\n", "\\\\n"),
        ("a,b;c\nd\\e", "a\\,b\\;c\\nd\\\\e"),
    ],
)
def test_escape(text, code):
    assert escape(text) == code
    assert split_escaped(code, ";") == [text]
    assert split_escaped(code, ",") == [text]


def test_note_round_trip():
    contact = Contact("A", "B", note="path C:\\new, or; \\\\srv\nend\\")
    assert read_cards(write_card(contact)) == [contact]


def test_names_with_separators():
    contact = Contact("Smith, Jr.", "Jo;hn")
    assert "N:Smith\\, Jr.;Jo\\;hn\n" in write_card(contact)
    assert read_cards(write_card(contact)) == [contact]


def test_tags_with_commas():
    contact = Contact("A", "B", tags={"x,y", "z"})
    assert "TAGS:x\\,y,z\n" in write_card(contact)
    assert read_cards(write_card(contact)) == [contact]


def test_phone_with_extension():
    contact = Contact("A", "B", {"work": "12,,3;4"})
    assert read_cards(write_card(contact))[0].phones == {"work": "12,,3;4"}


def test_long_note_round_trip():
    contact = Contact("A", "B", note="one, two; three\n" * 10)
    assert read_cards(write_card(contact)) == [contact]


def test_book_round_trip():
    contacts = [Contact("A;a", "1"), Contact("B,b", "2", note="\n\n")]
    assert read_cards(write_book(AddressBook(contacts))) == contacts


def test_text_outside_cards():
    assert read_cards("N:a;b\n\n") == []
