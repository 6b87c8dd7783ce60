from forms import Field, Form, SIGNUP


def test_none_required():
    assert Field("x").errors(None) == ["x is required"]


def test_none_optional():
    assert Field("x", required=False).errors(None) == []


def test_optional_blank_skips_other_checks():
    assert Field("x", required=False, min_length=3, check=lambda v: False).errors("  ") == []


def test_required_blank_single_message():
    assert Field("x", min_length=3, check=lambda v: False).errors("") == ["x is required"]


def test_optional_given_is_checked():
    assert Field("x", required=False, min_length=3, check=lambda v: False).errors("ab") == [
        "x is too short", "x is not valid"]


def test_empty_form():
    assert SIGNUP.validate({}) == {"user": ["user is required"], "email": ["email is required"]}


def test_all_optional():
    assert Form(Field("a", required=False)).is_valid({})
