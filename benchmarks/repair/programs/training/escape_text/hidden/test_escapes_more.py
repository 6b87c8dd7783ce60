from escapes import plain


def test_more():
    assert plain("\\a\\b") == "ab"
