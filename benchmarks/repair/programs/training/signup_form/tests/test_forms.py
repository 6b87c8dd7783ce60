from forms import Field, SIGNUP, looks_like_email

GOOD = {"user": "maria", "email": "maria@mail.test", "age": "30"}


def test_good():
    assert SIGNUP.validate(GOOD) == {}


def test_good_without_optional():
    data = {"user": "maria", "email": "maria@mail.test"}
    assert SIGNUP.is_valid(data)


def test_missing_required():
    errors = SIGNUP.validate({"email": "a@b.cd", "age": "20"})
    assert errors == {"user": ["user is required"]}


def test_blank_required():
    assert SIGNUP.validate({**GOOD, "email": "   "}) == {"email": ["email is required"]}


def test_too_short():
    assert SIGNUP.validate({**GOOD, "user": "ab"}) == {"user": ["user is too short"]}


def test_too_long():
    assert SIGNUP.validate({**GOOD, "user": "a" * 13}) == {"user": ["user is too long"]}


def test_limits_are_inclusive():
    f = Field("x", min_length=2, max_length=3)
    assert f.errors("ab") == [] and f.errors("abc") == []


def test_bad_age():
    assert SIGNUP.validate({**GOOD, "age": "12"}) == {"age": ["age is not valid"]}


def test_unexpected():
    assert SIGNUP.validate({**GOOD, "role": "admin"}) == {"role": ["role is not expected"]}


def test_email():
    assert looks_like_email("a@b.c")
    assert not looks_like_email("a@b")
    assert not looks_like_email("@b.c")
