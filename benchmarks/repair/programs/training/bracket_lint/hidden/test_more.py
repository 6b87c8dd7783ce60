from bracket_lint import is_balanced, scan


def test_many_escaped_quotes():
    assert is_balanced(r'json("{\"a\": [1, 2}");')


def test_string_of_one_backslash():
    assert is_balanced(r"split('\\', '(');")


def test_escaped_backslash_then_escaped_quote():
    assert is_balanced(r'puts("\\\"(");')


def test_only_an_escaped_quote_left():
    assert [str(problem) for problem in scan(r'x = "abc\"')] == ["1:5: unterminated string"]


def test_backslash_at_the_end_of_a_line():
    assert [str(problem) for problem in scan('x = "abc\\\n)')] == ["1:5: unterminated string", "2:1: ) closes nothing"]


def test_other_escapes():
    assert is_balanced(r'puts("a\n\t"); putc("\x41");')


def test_backslash_outside_a_string():
    assert [str(problem) for problem in scan("a \\( b")] == ["1:4: ( is never closed"]


def test_slashes_after_an_escaped_quote():
    assert is_balanced(r'f("\"//");')
