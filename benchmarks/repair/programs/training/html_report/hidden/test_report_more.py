import html

import pytest

from report import attribute, escape


@pytest.mark.parametrize("text", ["a < b & c > d", "&lt;", "<<>>&&", "", "&", "x > y"])
def test_comes_back(text):
    assert html.unescape(escape(text)) == text
    assert escape(text) == html.escape(text, quote=False)


def test_quotes():
    assert attribute("t", 'a "b" <c>') == ' t="a &quot;b&quot; &lt;c&gt;"'
