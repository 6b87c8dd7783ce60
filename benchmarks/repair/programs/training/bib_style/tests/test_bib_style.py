import pytest

from bib_style import Bibliography, Entry, cited_names, format_pages, title_key, with_initials

KNUTH = Entry("taocp", ("Knuth, Donald Ervin",), 1968, "The Art of Computer Programming")
PARNAS_B = Entry("modules", ("Parnas, David",), 1972, "On the Criteria", "CACM", "1053-1058")
PARNAS_A = Entry("spec", ("Parnas, David",), 1972, "A Technique for Specification", "CACM")
TEAM = Entry("team", ("Ray, Ann", "Lee, Bo", "Orr, Cy"), 2001, "Trees")


def test_initials():
    assert with_initials("Knuth, Donald Ervin") == "Knuth, D. E."
    assert with_initials("Plato") == "Plato"


def test_cited_names():
    assert cited_names(TEAM) == "Ray et al."
    assert cited_names(Entry("x", ("Ray, Ann", "Lee, Bo"), 2000, "T")) == "Ray & Lee"
    assert cited_names(Entry("x", (), 2000, "Report")) == "Report"


def test_pages():
    assert format_pages("12 - 15") == "pp. 12-15"
    assert format_pages("7") == "p. 7"
    assert format_pages("") == ""


def test_title_key():
    assert title_key("The Art") == "art"
    assert title_key("Theory") == "theory"


def test_order():
    bib = Bibliography([TEAM, PARNAS_A, KNUTH])
    assert [e.key for e in bib.ordered()] == ["taocp", "spec", "team"]


def test_cite():
    bib = Bibliography([KNUTH, TEAM])
    assert bib.cite("team", "taocp") == "(Ray et al., 2001; Knuth, 1968)"


def test_cite_same_year():
    bib = Bibliography([PARNAS_B, PARNAS_A])
    bib.add(Entry("essay", ("Parnas, David",), 1972, "Some Conclusions"))
    assert bib.cite("modules", "essay") == "(Parnas, 1972a; Parnas, 1972b)"
    assert bib.cite("spec") == "(Parnas, 1972c)"


def test_render():
    assert Bibliography([TEAM, KNUTH]).render() == [
        "Knuth, D. E. (1968). The Art of Computer Programming.",
        "Ray, A., Lee, B., Orr, C. (2001). Trees.",
    ]


def test_render_same_year():
    bib = Bibliography([PARNAS_A, KNUTH, PARNAS_B])
    assert bib.render()[1:] == [
        "Parnas, D. (1972a). On the Criteria. CACM, pp. 1053-1058.",
        "Parnas, D. (1972b). A Technique for Specification. CACM.",
    ]


def test_duplicate_key():
    with pytest.raises(ValueError):
        Bibliography([KNUTH, KNUTH])
