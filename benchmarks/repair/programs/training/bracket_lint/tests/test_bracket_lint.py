from bracket_lint import Problem, is_balanced, scan


def messages(source):
    return [str(problem) for problem in scan(source)]


def test_balanced():
    assert is_balanced("int main() { return a[f(1)]; }")


def test_empty():
    assert scan("") == []


def test_never_closed():
    assert scan("f(a[1]") == [Problem(1, 2, "( is never closed")]


def test_closes_nothing():
    assert messages("a;\n  }") == ["2:3: } closes nothing"]


def test_wrong_partner():
    assert messages("f(\na]") == ["2:2: ] closes ( of line 1"]


def test_over_several_lines():
    assert is_balanced("if (a) {\n  b(\n  );\n}\n")


def test_brackets_in_strings():
    assert is_balanced("puts(\"(((\"); putc(']');")


def test_other_quote_in_a_string():
    assert is_balanced("puts(\"it's (\");")


def test_comment():
    assert is_balanced("a(); // smile :)\nb();")


def test_slashes_in_a_string():
    assert is_balanced('get("http://host");')


def test_unterminated_string():
    assert messages('puts("abc);') == ["1:5: ( is never closed", "1:6: unterminated string"]


def test_escaped_quote():
    assert messages(r'puts("a \" ( b");') == []


def test_escaped_apostrophe():
    assert messages(r"putc('\''); f(1];") == ["1:16: ] closes ( of line 1"]


def test_escaped_backslash_ends_nothing():
    assert messages(r'puts("C:\\"); }') == ["1:15: } closes nothing"]
