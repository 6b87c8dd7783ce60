from envtext import fill, names


def test_mixed():
    assert fill("${A:+a=}${A}${B:-}${C:-c}", {"A": "1"}) == "a=1c"


def test_empty_default():
    assert fill("[${A:-}] ${B:-}", {}) == "[] "


def test_names_after_default():
    assert names("${A:-1} ${B}") == ["B"]


def test_colon_in_default():
    assert fill("${URL:-http://x:1/}} ${Z:-q r}", {}) == "http://x:1/} q r"
