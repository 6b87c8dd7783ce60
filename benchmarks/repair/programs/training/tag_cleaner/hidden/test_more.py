import pytest

from cleaner import clean


@pytest.mark.parametrize("html", ["<hr>", "<b>a<br></b>", "<ul><li>a<hr>b</li></ul>", "<br><br><p>x</p>"])
def test_stays(html):
    assert clean(html) == html
