from searchq import Term, matches, tokenise

MAIL = {"from": "Ann", "subject": "Invoice for March", "body": "please pay soon"}


def test_empty_query_matches_all():
    assert tokenise("") == []
    assert matches("", MAIL)


def test_blanks_only():
    assert tokenise("   ") == []


def test_trailing_blank():
    assert tokenise("Invoice ") == [Term("invoice")]


def test_two_terms():
    assert tokenise("invoice march") == [Term("invoice"), Term("march")]


def test_negated_and_field():
    assert tokenise("-draft from:Ann ") == [Term("draft", None, True), Term("ann", "from")]


def test_lone_minus_is_text():
    assert tokenise("- x ")[0] == Term("-")


def test_quotes_keep_blanks():
    assert tokenise('"for march"') == [Term("for march")]


def test_time_is_no_field():
    assert tokenise("10:30 ") == [Term("10:30")]


def test_matches_field():
    assert matches("from:ann pay ", MAIL)
    assert not matches("from:bob pay", MAIL)


def test_negation():
    assert matches("invoice -draft ", MAIL)
    assert not matches("pay -soon ", MAIL)
