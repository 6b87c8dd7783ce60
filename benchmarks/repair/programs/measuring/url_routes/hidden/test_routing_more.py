import pytest

from routing import Route


@pytest.mark.parametrize(
    "template, values, path",
    [
        ("/f/<path:where>", {"where": "a b/c"}, "/f/a%20b/c"),
        ("/<int:year>/<int:month>", {"year": 2024, "month": 3}, "/2024/3"),
        ("/<str:name>.<ext>", {"name": "a/b", "ext": "txt"}, "/a%2Fb.txt"),
        ("/<int:int>", {"int": 5}, "/5"),
    ],
)
def test_build(template, values, path):
    route = Route(template, "r")
    assert route.build(values) == path
    assert route.match(path) == values


def test_value_with_the_name_of_the_converter():
    assert Route("/<int:id>", "r").build({"id": 1, "int": 2}) == "/1"
