import pytest

from rolebook import RoleBook, UnknownGroup


@pytest.fixture
def book():
    b = RoleBook()
    b.define("reader", allow=["report.view", "wiki.*"])
    b.define("editor", allow=["report.edit"], includes=["reader"])
    b.define("guest", deny=["wiki.delete"])
    b.join("ann", "editor")
    b.join("bob", "reader", "guest")
    return b


def test_can(book):
    assert book.can("ann", "report.edit")
    assert book.can("ann", "wiki.delete")
    assert not book.can("bob", "report.edit")


def test_deny_wins(book):
    assert book.filter("bob", ["wiki.view", "wiki.delete"]) == ["wiki.view"]


def test_groups_of(book):
    assert book.groups_of("ann") == ["editor", "reader"]
    assert book.groups_of("nobody") == []


def test_report(book):
    assert book.report() == ["editor: 1", "guest: 1", "reader: 2"]


def test_remove(book):
    book.remove("guest")
    assert book.groups_of("bob") == ["reader"]
    assert book.can("bob", "wiki.delete")


def test_remove_included_group(book):
    book.remove("reader")
    assert book.groups_of("ann") == ["editor"]
    assert book.can("ann", "report.edit")
    assert not book.can("ann", "report.view")


def test_name_used_again(book):
    book.remove("reader")
    book.define("reader", allow=["secret"])
    assert not book.can("ann", "secret")


def test_unknown(book):
    with pytest.raises(UnknownGroup):
        book.join("ann", "boss")
    with pytest.raises(UnknownGroup):
        book.remove("boss")
    with pytest.raises(UnknownGroup):
        book.define("chief", includes=["boss"])


def test_cycle(book):
    book.define("reader", includes=["editor"])
    assert book.groups_of("bob") == ["editor", "guest", "reader"]
