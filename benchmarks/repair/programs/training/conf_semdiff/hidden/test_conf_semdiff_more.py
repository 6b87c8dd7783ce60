from conf_semdiff import Change, Rules, diff, report

LOOSE = Rules(loose=True)


def test_ignore_in_named_list():
    rules = Rules(ignore=("*.stamp",))
    old = {"jobs": [{"name": "x", "stamp": 1, "cpu": 1}]}
    new = {"jobs": [{"name": "x", "stamp": 2, "cpu": 3}]}
    assert diff(old, new, rules) == [Change("changed", "jobs[x].cpu", 1, 3)]


def test_ignore_in_plain_list():
    rules = Rules(ignore=("*.stamp",))
    assert diff({"a": [{"stamp": 1}]}, {"a": [{"stamp": 2}]}, rules) == []


def test_ignored_addition_in_list():
    rules = Rules(ignore=("jobs*.note",))
    old = {"jobs": [{"name": "x"}]}
    new = {"jobs": [{"name": "x", "note": "hi"}]}
    assert diff(old, new, rules) == []


def test_name_key_in_nested_lists():
    rules = Rules(name_key="id")
    old = [{"id": "a", "parts": [{"id": "p", "n": 1}, {"id": "q", "n": 1}]}]
    new = [{"id": "a", "parts": [{"id": "q", "n": 1}, {"id": "p", "n": 5}]}]
    assert report(old, new, rules) == "~ [a].parts[p].n: 1 -> 5"


def test_name_key_in_plain_list_of_lists():
    rules = Rules(name_key="id")
    old = [[{"id": "p"}, {"id": "q"}]]
    new = [[{"id": "q"}, {"id": "p"}]]
    assert diff(old, new, rules) == []


def test_loose_deep():
    old = {"a": [{"name": "x", "b": [["1", "no"]]}]}
    new = {"a": [{"name": "x", "b": [[1, False]]}]}
    assert diff(old, new, LOOSE) == []
    assert len(diff(old, new)) == 2


def test_strict_lists_stay_strict():
    assert len(diff(["80"], [80])) == 1


def test_loose_real_change():
    assert diff(["80"], [81], LOOSE) == [Change("changed", "[0]", "80", 81)]


def test_bool_is_not_number():
    assert len(diff({"a": True}, {"a": 1})) == 1


def test_duplicate_names_by_position():
    old = [{"name": "x", "v": 1}, {"name": "x", "v": 2}]
    new = [{"name": "x", "v": 1}, {"name": "x", "v": 3}]
    assert report(old, new) == "~ [1].v: 2 -> 3"


def test_removed_named():
    old = {"jobs": [{"name": "x"}, {"name": "y"}]}
    new = {"jobs": [{"name": "y"}]}
    assert report(old, new) == "- jobs[x]: {'name': 'x'}"
