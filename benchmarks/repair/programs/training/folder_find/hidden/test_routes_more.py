from routes import find


def test_more():
    assert find({"a": {}, "b": {"c": "1"}}, "c") == "b/c"
