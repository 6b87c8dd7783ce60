import pytest

from conflex import LexError, lex


def places(text):
    return [(token.line, token.column) for token in lex(text)]


def test_block_on_one_line():
    assert places('"""abc""" x') == [(1, 1), (1, 11), (1, 12)]


def test_name_right_after_block():
    assert places('"""a\nbc"""x') == [(1, 1), (2, 6), (2, 7)]


def test_block_ends_with_newline():
    assert places('  """a\n""",') == [(1, 3), (2, 4), (2, 5)]


def test_many_lines():
    assert places('"""\n\n\n\n"""\nx')[1] == (6, 1)


def test_two_blocks():
    assert places('"""a\nb"""\n"""c\nd"""\ne') == [(1, 1), (3, 1), (5, 1), (5, 2)]


def test_empty_block():
    tokens = lex('"""""" a')
    assert tokens[0].value == ""
    assert (tokens[1].line, tokens[1].column) == (1, 8)


def test_block_values():
    assert [t.value for t in lex('"""x\ny""" "z"')] == ["x\ny", "z", None]


def test_comment_after_block():
    assert places('"""a\nb""" # c\nd') == [(1, 1), (3, 1), (3, 2)]


def test_unclosed_string_after_block():
    with pytest.raises(LexError) as info:
        lex('"""a\nb""" "c')
    assert (info.value.line, info.value.column) == (2, 6)


def test_unclosed_block_after_block():
    with pytest.raises(LexError) as info:
        lex('"""\n""" """')
    assert (info.value.line, info.value.column) == (2, 5)


def test_string_with_escape_keeps_line():
    assert places(r'"a\nb" c') == [(1, 1), (1, 8), (1, 9)]
