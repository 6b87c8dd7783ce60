from blocks import blocks


def test_more():
    assert blocks("a: 1\n\n\nb: 2\n\nc: 3\n") == [{"a": "1"}, {"b": "2"}, {"c": "3"}]
