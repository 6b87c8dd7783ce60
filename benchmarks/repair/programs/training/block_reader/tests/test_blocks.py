from blocks import blocks, names, with_key


def test_one():
    assert blocks("name: Ada\nage: 36") == [{"name": "Ada", "age": "36"}]


def test_none():
    assert blocks("\n\n") == []


def test_two():
    assert blocks("name: Ada\n\nname: Bob") == [{"name": "Ada"}, {"name": "Bob"}]


def test_names():
    assert names("name: Ada\n\nage: 3") == ["Ada", "?"]


def test_colon_in_value():
    assert blocks("at: 10:30") == [{"at": "10:30"}]


def test_with_key():
    assert with_key("name: Ada", "name") == [{"name": "Ada"}]
