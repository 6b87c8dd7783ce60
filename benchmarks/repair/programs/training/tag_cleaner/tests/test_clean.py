import pytest

from cleaner import Rules, clean


def test_plain():
    assert clean("a <b>c</b> &amp; 1 &lt; 2") == "a <b>c</b> &amp; 1 &lt; 2"


def test_unknown_tag():
    assert clean("<blink>a</blink><p>b</p>") == "a<p>b</p>"


def test_script():
    assert clean("a<script>alert('<b>')</script>b<style>p {}</style>") == "ab"


def test_attributes():
    assert clean('<a href="https://x.org/?a=1&amp;b=2" onclick="x()">y</a>') == '<a href="https://x.org/?a=1&amp;b=2">y</a>'


@pytest.mark.parametrize("link", ["javascript:alert(1)", " JavaScript:alert(1)", "data:text/html,x"])
def test_bad_link(link):
    assert clean(f'<a href="{link}" title="t">y</a>') == '<a title="t">y</a>'


def test_left_open():
    assert clean("<ul><li>a<li><b>b") == "<ul><li>a<li><b>b</b></li></li></ul>"


def test_wrong_nesting():
    assert clean("<p><b>x</p>y</b>") == "<p><b>x</b></p>y"


def test_line_break():
    assert clean("<p>one<br>two<br/>three</p>") == "<p>one<br>two<br>three</p>"


def test_picture_at_the_end():
    assert clean('see <img src="a.png" alt="A &quot;B&quot;">') == 'see <img src="a.png" alt="A &quot;B&quot;">'


def test_stray_end():
    assert clean("a</b></br>c") == "ac"


def test_own_rules():
    assert clean("<b>x</b><u>y</u>", Rules(tags={"u": ()})) == "x<u>y</u>"
