import pytest
from werkzeug.exceptions import NotFound
from werkzeug.routing import Map, RequestRedirect, Rule


def adapter(**options):
    rules = [
        Rule("/kept/apart", endpoint="apart", merge_slashes=False),
        Rule("/put/together", endpoint="together"),
        Rule("/kept/<name>/<int:number>", endpoint="item", merge_slashes=False),
    ]
    return Map(rules, **options).bind("localhost", "/")


@pytest.mark.parametrize("path", ["/kept//apart", "/kept///apart", "/kept/x//3"])
def test_rules_that_do_not_merge(path):
    with pytest.raises(NotFound):
        adapter().match(path)


def test_rules_that_merge():
    with pytest.raises(RequestRedirect) as caught:
        adapter().match("/put//together")
    assert caught.value.new_url.endswith("/put/together")


def test_paths_without_such_slashes():
    assert adapter().match("/kept/apart")[0] == "apart"
    assert adapter().match("/kept/x/3") == ("item", {"name": "x", "number": 3})
