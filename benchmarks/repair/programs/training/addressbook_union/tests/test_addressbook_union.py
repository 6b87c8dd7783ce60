from addressbook_union import clean_phone, make_entry, merge


def test_clean_phone():
    assert clean_phone(" 0049 30-12 ") == "+4930" + "12"
    assert clean_phone("+49 (30) 12") == "+493012"
    assert clean_phone("030/12") == "03012"


def test_make_entry():
    entry = make_entry({"name": " Ann  Lee ", "emails": ["ANN@x.org ", " "]}, "phone")
    assert entry.name == "Ann Lee"
    assert entry.emails == ["ann@x.org"]
    assert entry.phones == []


def test_no_match():
    union = merge({"a": [{"name": "Ann", "emails": ["a@x"]}], "b": [{"name": "Ann", "emails": ["b@x"]}]})
    assert len(union.entries) == 2


def test_match_by_email():
    union = merge({
        "a": [{"name": "Ann", "emails": ["a@x"]}],
        "b": [{"name": "Ann Lee", "emails": ["A@X"], "phones": ["12"]}],
    })
    assert len(union.entries) == 1
    assert union.entries[0].name == "Ann Lee"
    assert union.entries[0].phones == ["12"]
    assert union.shared() == ["Ann Lee"]


def test_chain():
    union = merge({
        "a": [{"name": "Ann", "emails": ["a@x"]}],
        "b": [{"name": "Ann", "emails": ["a@x"], "phones": ["12"]}],
        "c": [{"name": "Ann", "phones": ["12"]}],
    })
    assert len(union.entries) == 1
    assert union.entries[0].sources == ["a", "b", "c"]


def test_find_after_merge():
    union = merge({
        "a": [{"name": "Ann", "emails": ["a@x"]}],
        "b": [{"name": "Ann", "emails": ["a@x", "ann@work"]}],
    })
    assert union.find("ann@work") is union.entries[0]


def test_joins_two_entries():
    union = merge({
        "a": [{"name": "Ann", "emails": ["a@x"]}, {"name": "A. Lee", "phones": ["12"]}],
        "b": [{"name": "Ann", "emails": ["a@x"], "phones": ["12"]}],
    })
    assert len(union.entries) == 1
    assert union.find("12") is union.find("a@x")


def test_find_nothing():
    union = merge({"a": [{"name": "Ann", "emails": ["a@x"]}]})
    assert union.find("b@x") is None
    assert union.find("1") is None
