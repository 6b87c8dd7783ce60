from anchors import Heading, Slugger, contents, headings, plain


def test_levels():
    assert list(headings("# One\n\n## Two\ntext\n")) == [Heading(1, "One", "one"), Heading(2, "Two", "two")]


def test_closing_hashes():
    assert [h.title for h in headings("## Setup ##\n")] == ["Setup"]


def test_code_is_skipped():
    assert [h.title for h in headings("# A\n```\n# no\n```\n# B\n")] == ["A", "B"]


def test_punctuation():
    assert Slugger().slug("What's new, Doc?") == "whats-new-doc"


def test_plain():
    assert plain("**Use** [the API](http://x.org) `now`") == "Use the API now"


def test_repeated_heading():
    slugger = Slugger()
    assert [slugger.slug("Usage") for _ in range(3)] == ["usage", "usage-1", "usage-2"]


def test_heading_that_looks_numbered():
    slugger = Slugger()
    assert [slugger.slug(t) for t in ("Step", "Step", "Step 1")] == ["step", "step-1", "step-1-1"]


def test_numbered_first():
    slugger = Slugger()
    assert [slugger.slug(t) for t in ("Step 1", "Step", "Step")] == ["step-1", "step", "step-2"]


def test_contents():
    assert contents("## A\n### B\n#### C\n## D\n") == "- [A](#a)\n  - [B](#b)\n- [D](#d)\n"


def test_links_are_unique():
    text = "# Notes\n# Notes\n# Notes 1\n# Notes 1\n# Notes\n"
    anchors = [h.anchor for h in headings(text)]
    assert len(set(anchors)) == 5
    assert anchors[-1] == "notes-2"


def test_no_headings():
    assert contents("text only") == ""
