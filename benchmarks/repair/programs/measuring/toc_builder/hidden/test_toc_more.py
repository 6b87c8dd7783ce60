from toc import headings, table_of_contents


def test_two_blocks():
    text = "```\n# a\n```\n# One\n```sh\n# b\n## c\n```\n# Two\n"
    assert [h.title for h in headings(text)] == ["One", "Two"]


def test_code_does_not_use_up_anchors():
    assert [h.anchor for h in headings("```\n# setup\n```\n# Setup\n")] == ["setup"]


def test_an_open_block_reaches_to_the_end():
    assert [h.title for h in headings("# A\n```\n# b\n")] == ["A"]


def test_headings_without_code():
    assert table_of_contents("## A\n## B\n") == ["- [A](#a)", "- [B](#b)"]


def test_title_with_code_in_it():
    assert [h.title for h in headings("# Use `x`\n")] == ["Use x"]
