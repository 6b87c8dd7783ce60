from addressbook_union import Union, make_entry, merge


def person(name, *keys):
    return {
        "name": name,
        "emails": [k for k in keys if "@" in k],
        "phones": [k for k in keys if "@" not in k],
    }


def test_long_chain():
    u = merge({"a": [person("A", "1@x"), person("A", "1@x", "2@x"), person("A", "2@x", "3@x"), person("A", "3@x", "4@x")]})
    assert len(u.entries) == 1
    assert u.entries[0].emails == ["1@x", "2@x", "3@x", "4@x"]


def test_joined_keys_lead_to_target():
    u = merge({"a": [person("A", "1@x"), person("B", "2@x", "77"), person("C", "1@x", "2@x")]})
    assert u.find("77") is u.entries[0]
    assert u.find("2@x") is u.entries[0]


def test_add_after_join():
    u = merge({"a": [person("A", "1@x"), person("B", "2@x", "77"), person("C", "1@x", "2@x")]})
    u.add(make_entry(person("Dora D", "77", "88"), "b"))
    assert len(u.entries) == 1
    assert u.entries[0].name == "Dora D"
    assert u.find("88") is u.entries[0]


def test_add_returns_target():
    u = Union()
    first = u.add(make_entry(person("A", "1@x"), "a"))
    assert u.add(make_entry(person("A", "1@x", "5"), "b")) is first
    assert u.find("5") is first


def test_first_entry_is_target():
    u = merge({"a": [person("A", "1@x"), person("B", "2@x")], "b": [person("C", "2@x", "1@x")]})
    assert u.entries[0].emails[0] == "1@x"


def test_three_at_once():
    u = merge({"a": [person("A", "1@x"), person("B", "2@x"), person("C", "3@x")], "b": [person("D", "1@x", "2@x", "3@x")]})
    assert len(u.entries) == 1
    assert all(u.find(f"{i}@x") is u.entries[0] for i in (1, 2, 3))


def test_others_untouched():
    u = merge({"a": [person("A", "1@x"), person("Z", "9@x")], "b": [person("A", "1@x", "3")]})
    assert [e.name for e in u.entries] == ["A", "Z"]
    assert u.find("9@x").emails == ["9@x"]


def test_shared_only_across_books():
    u = merge({"a": [person("A", "1@x"), person("A", "1@x")]})
    assert u.shared() == []


def test_entry_without_keys():
    u = merge({"a": [person("A"), person("A")]})
    assert len(u.entries) == 2
