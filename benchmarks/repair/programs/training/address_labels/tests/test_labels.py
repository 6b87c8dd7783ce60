from labels import Company, Person, label, sheet, sort_for_post, town_line

ANN = Person("Ann Lee", "High Street 1", "E1 6AN", "London", "GB", Company("Bells Ltd", "Sales"))
SHOP = Person("Blumen Kurz", "Markt 3", "20095", "Hamburg", company=Company("Blumen Kurz"))
JAN = Person("Jan Roth", "Allee 5", "10115", "Berlin")


def test_town():
    assert town_line(SHOP) == "20095 Hamburg"
    assert town_line(ANN) == "London E1 6AN"


def test_company():
    assert label(ANN) == ["Bells Ltd", "- Sales -", "Ann Lee", "High Street 1", "London E1 6AN", "UNITED KINGDOM"]


def test_company_is_the_person():
    assert label(SHOP) == ["Blumen Kurz", "Markt 3", "20095 Hamburg"]


def test_private():
    assert label(JAN) == ["Jan Roth", "Allee 5", "10115 Berlin"]


def test_own_country():
    assert label(ANN, sender="GB")[-1] == "London E1 6AN"


def test_unknown_country():
    there = Person("X", "Y 1", "1000", "Z", "CH", Company("X"))
    assert label(there)[-1] == "CH"


def test_sheet():
    assert sheet([SHOP, SHOP], width=12).splitlines()[0] == "Blumen Kurz Blumen Kurz"


def test_order():
    assert sort_for_post([ANN, SHOP, JAN]) == [JAN, SHOP, ANN]
