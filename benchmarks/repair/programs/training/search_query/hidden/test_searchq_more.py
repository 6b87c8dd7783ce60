from searchq import Term, matches, tokenise


def test_one_word():
    assert tokenise("x") == [Term("x")]


def test_quoted_last():
    assert tokenise('a "b c') == [Term("a"), Term("b c")]


def test_no_empty_term():
    assert tokenise("a  ") == [Term("a")]
    assert tokenise('""') == []


def test_last_negation_counts():
    assert not matches("-x", {"t": "x"})
    assert matches("to:y", {"to": "Y", "t": "x"})
