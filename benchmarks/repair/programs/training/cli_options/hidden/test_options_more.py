from options import Parser


def test_two_lists():
    parser = Parser("p").add("a", "a", many=True, convert=int).add("b", "b", many=True)
    for n in range(3):
        values, _ = parser.parse(["-a", str(n), "-b", "x"])
        assert values == {"a": [n], "b": ["x"]}


def test_given_list_is_not_changed():
    mine = ["one"]
    parser = Parser("p").add("item", "i", many=True, default=mine)
    parser.parse(["-i", "two"])
    assert mine == ["one"]
    assert parser.parse([])[0] == {"item": ["one"]}
