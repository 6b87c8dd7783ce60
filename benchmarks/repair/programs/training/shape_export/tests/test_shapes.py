import pytest

from shapes import Group, Rectangle, Shape, Square


def test_shape_dict():
    assert Shape("s").to_dict() == {"kind": "shape", "name": "s", "color": "black"}


def test_tags_sorted():
    assert Shape("s").tag("b", "a").to_dict()["tags"] == ["a", "b"]


def test_rectangle_dict():
    assert Rectangle("r", 2, 3, "red").to_dict() == {
        "kind": "rectangle", "name": "r", "color": "red", "width": 2, "height": 3}


def test_square_dict():
    assert Square("q", 4).to_dict() == {
        "kind": "square", "name": "q", "color": "black", "side": 4}


def test_scale_rectangle():
    r = Rectangle("r", 2, 3)
    r.scale(2)
    assert (r.width, r.height) == (4, 6)


def test_scale_refuses_nonpositive():
    for shape in (Shape("s"), Group("g"), Rectangle("r", 1, 2)):
        with pytest.raises(ValueError):
            shape.scale(0)


def test_group_area():
    assert Group("g", Rectangle("a", 1, 2), Square("b", 3)).area() == 11


def test_group_scale():
    r = Rectangle("a", 1, 2)
    Group("g", r).scale(3)
    assert r.area() == 18


def test_group_dict():
    d = Group("g", Square("q", 1)).to_dict()
    assert "color" not in d
    assert d["members"][0]["side"] == 1
