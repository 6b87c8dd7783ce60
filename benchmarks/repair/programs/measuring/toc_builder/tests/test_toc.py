import pytest

from toc import Heading, headings, insert, slug, table_of_contents

DOC = """# Manual

## Install
Some text.

### From source

```
# fetch it first
make install
```

## Use ##
## Install
"""


@pytest.mark.parametrize(
    "title, anchor",
    [("Getting Started", "getting-started"), ("What's new?", "whats-new"), ("`run` it", "run-it"), ("[Link](http://x)", "link")],
)
def test_slug(title, anchor):
    assert slug(title) == anchor


def test_levels():
    assert headings("# A\n### B\ntext") == [Heading(1, "A", "a"), Heading(3, "B", "b")]


def test_a_hashtag_is_no_heading():
    assert headings("#winning\n") == []


def test_same_title_twice():
    assert [h.anchor for h in headings("# A\n# A\n# A")] == ["a", "a-1", "a-2"]


def test_comments_in_code():
    text = "# Title\n```python\n# a comment\nx = 1\n```\n# End\n"
    assert [h.title for h in headings(text)] == ["Title", "End"]


def test_table():
    assert table_of_contents(DOC) == [
        "- [Install](#install)",
        "  - [From source](#from-source)",
        "- [Use](#use)",
        "- [Install](#install-1)",
    ]


def test_depth():
    assert table_of_contents("## A\n### B", deepest=2) == ["- [A](#a)"]


def test_no_headings():
    assert table_of_contents("just text") == []


def test_insert_is_repeatable():
    text = "# T\n<!-- toc -->\n<!-- tocstop -->\n## A\n"
    once = insert(text)
    assert once == "# T\n<!-- toc -->\n- [A](#a)\n<!-- tocstop -->\n## A\n"
    assert insert(once) == once


def test_no_markers():
    assert insert("# T\n") == "# T\n"
