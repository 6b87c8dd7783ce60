from form_rules import check_field, check_form


def test_missing_is_the_only_error():
    assert check_field("", {"required": True, "min": 3, "pattern": "x+"}) == ["is missing"]


def test_missing_choice():
    assert check_field(None, {"choices": ["a"]}) == []
    assert check_field(None, {"choices": ["a"], "required": True}) == ["is missing"]


def test_absent_with_a_limit():
    assert check_form({}, {"note": {"max": 5}, "title": {"required": True, "max": 5}}) == {"title": ["is missing"]}


def test_present_still_checked():
    assert check_field("xyz", {"required": True, "max": 2}) == ["is too long"]


def test_limits_themselves():
    assert check_field("ab", {"min": 2, "max": 2}) == []
