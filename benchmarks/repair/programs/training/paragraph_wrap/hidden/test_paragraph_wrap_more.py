from wrap import quote, split_paragraphs, wrap_text


def test_empty_text():
    assert split_paragraphs("") == []
    assert wrap_text("") == ""


def test_only_blank_lines():
    assert split_paragraphs("\n  \n\n") == []


def test_blank_lines_do_not_duplicate_last():
    assert split_paragraphs("a\n\nb\n\n") == ["a", "b"]


def test_three_paragraphs_without_final_newline():
    assert split_paragraphs("\na\n\nb\nb2\n \nc") == ["a", "b b2", "c"]


def test_quote_single():
    assert quote("x") == "> x"


def test_wrap_text_one_paragraph():
    assert wrap_text("one two three", 7) == "one two\nthree"
