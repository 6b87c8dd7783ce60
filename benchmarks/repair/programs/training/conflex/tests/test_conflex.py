import pytest

from conflex import LexError, Token, lex


def kinds(text):
    return [token.kind for token in lex(text)]


def places(text):
    return [(token.line, token.column) for token in lex(text)]


def test_assignment():
    assert lex("a = 5") == [
        Token("NAME", "a", 1, 1),
        Token("EQUALS", "=", 1, 3),
        Token("NUMBER", 5, 1, 5),
        Token("END", None, 1, 6),
    ]


def test_kinds():
    assert kinds("s { p = [1, -2.5] } # end") == [
        "NAME", "LBRACE", "NAME", "EQUALS", "LBRACKET", "NUMBER", "COMMA", "NUMBER",
        "RBRACKET", "RBRACE", "END",
    ]


def test_constants():
    assert [t.value for t in lex("on off none once")] == [True, False, None, "once", None]


def test_places():
    assert places("a\n  b # c\n\nd") == [(1, 1), (2, 3), (4, 1), (4, 2)]


def test_string():
    assert lex(r'"a\n\"b\""')[0].value == 'a\n"b"'


def test_block():
    assert lex('"""a\n"b" \\n"""')[0].value == 'a\n"b" \\n'


def test_place_after_block():
    assert places('x = """one\ntwo"""\ny = 1') == [
        (1, 1), (1, 3), (1, 5), (3, 1), (3, 3), (3, 5), (3, 6),
    ]


def test_error_after_block():
    with pytest.raises(LexError) as info:
        lex('"""\n\n""" ?')
    assert (info.value.line, info.value.column) == (3, 5)


def test_unclosed():
    with pytest.raises(LexError, match="1:5: unclosed string"):
        lex('a = "b\n"')
    with pytest.raises(LexError, match="1:1: unclosed block"):
        lex('"""abc"')


def test_unknown_escape():
    with pytest.raises(LexError):
        lex(r'"\q"')
