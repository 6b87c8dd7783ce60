from datetime import date

from loans import ClosingDays, Item, Loan, fine, statement


def test_cap_follows_the_item():
    cheap = Item("Leaflet", "magazine", 150)
    assert fine(Loan(cheap, date(2024, 1, 1)), date(2024, 12, 1)) == 150
    dear = Item("Atlas", "book", 4000)
    assert fine(Loan(dear, date(2022, 1, 1)), date(2024, 12, 1)) == 4000


def test_below_the_cap_nothing_changes():
    atlas = Item("Atlas", "book", 4000)
    assert fine(Loan(atlas, date(2024, 1, 1)), date(2024, 2, 28), ClosingDays(weekdays=())) == 600


def test_statement_shows_the_cap():
    assert statement([Loan(Item("Alien", "dvd", 905), date(2024, 1, 1))], date(2024, 6, 1)) == ["Alien: 9.05"]
