from json_path import first, query


def test_top_level_list():
    assert query([{"id": 1}, {"id": 2}], "$..id") == [1, 2]


def test_lists_in_lists():
    assert query([[{"id": 1}], [[{"id": 2}], 3]], "$..id") == [1, 2]


def test_value_that_is_a_list():
    doc = {"items": [{"items": [1, 2]}, {"items": []}]}
    assert query(doc, "$..items") == [doc["items"], [1, 2], []]


def test_document_order():
    doc = {"a": [{"x": 1}, {"b": {"x": 2}}], "x": 3}
    assert query(doc, "$..x") == [1, 2, 3]


def test_step_after_deep():
    doc = {"rooms": [{"lamp": {"on": True}}, {"lamp": {"on": False}}]}
    assert query(doc, "$..lamp.on") == [True, False]


def test_deep_after_key():
    doc = {"a": [{"x": 1}], "b": [{"x": 2}]}
    assert query(doc, "$.b..x") == [2]


def test_deep_after_all():
    doc = {"a": [{"x": 1}], "b": [{"x": 2}]}
    assert query(doc, "$.*..x") == [1, 2]


def test_scalars():
    assert query(5, "$..x") == []
    assert query("text", "$..x") == []
    assert query(["x", None, 4], "$..x") == []


def test_only_objects():
    assert query({"x": {"x": {"x": 1}}}, "$..x") == [{"x": {"x": 1}}, {"x": 1}, 1]


def test_first_deep():
    assert first({"list": [1, {"k": "v"}]}, "$..k") == "v"
    assert first({"list": [1]}, "$..k", 0) == 0


def test_filter_of_deep_list():
    doc = [{"books": [{"p": 1}, {"p": 5}]}]
    assert query(doc, "$..books[?p>2].p") == [5]
