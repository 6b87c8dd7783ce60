from cards import escape, fold, read_cards, unfold, write_book, write_card
from contacts import AddressBook, Contact


def test_plain_card():
    card = write_card(Contact("Berg", "Ida", {"home": "123", "cell": "77"}, {"b", "a"}))
    assert card == (
        "BEGIN:CARD\nN:Berg;Ida\nTEL/CELL:77\nTEL/HOME:123\nTAGS:a,b\nEND:CARD\n"
    )


def test_read_back_plain():
    contact = Contact("Berg", "Ida", {"home": "123"}, {"x", "y"}, "met in Oslo")
    assert read_cards(write_card(contact)) == [contact]


def test_escape_separators():
    assert "NOTE:a\\, b\\; c\n" in write_card(Contact("A", "B", note="a, b; c"))


def test_escape_backslash():
    assert escape("a\\b") == "a\\\\b"


def test_note_with_two_lines():
    contact = Contact("Berg", "Ida", note="first\nsecond")
    assert "NOTE:first\\nsecond\n" in write_card(contact)
    assert read_cards(write_card(contact)) == [contact]


def test_read_escaped():
    (contact,) = read_cards("BEGIN:CARD\nN:Li\\;u;Wei\nTAGS:a\\,b,c\\\\d\nEND:CARD\n")
    assert contact.family == "Li;u"
    assert contact.tags == {"a,b", "c\\d"}


def test_folding():
    line = "x" * 100
    assert [len(piece) for piece in fold(line)] == [40, 40, 22]
    assert unfold(fold(line)) == [line]
    assert fold("y" * 40) == ["y" * 40]


def test_book():
    book = AddressBook()
    book.add(Contact("berg", "Ida"))
    book.add(Contact("Aas", "Per", tags={"work"}))
    book.add(Contact("Berg", "Ida", {"home": "1"}, {"work"}))
    assert len(book) == 2
    assert book.tagged("work") == ["Per Aas", "Ida berg"]
    assert [c.given for c in read_cards(write_book(book))] == ["Per", "Ida"]
