from report import attribute, cell, escape, link, table, tag


def test_plain():
    assert escape("plain") == "plain"


def test_escape():
    assert escape("<b>") == "&lt;b&gt;"


def test_escape_ampersand():
    assert escape("R&D") == "R&amp;D"


def test_attribute():
    assert attribute("title", "R&D") == ' title="R&amp;D"'


def test_tag():
    assert tag("p", "x", class_="big", id=None) == '<p class="big">x</p>'


def test_cells():
    assert cell(None) == "<td>-</td>"
    assert cell(True) == "<td>yes</td>"
    assert cell(12345) == '<td class="number">12,345</td>'


def test_table():
    assert table([{"a": 1}], ["a", "b"]) == (
        '<table><tr><th>a</th><th>b</th></tr>\n<tr><td class="number">1</td><td>-</td></tr></table>'
    )
    assert table([]) == "<p>nothing to show</p>"


def test_link():
    assert link("here", "/a?b=1") == '<a href="/a?b=1">here</a>'
    assert link("here", "javascript:x") == "here"
