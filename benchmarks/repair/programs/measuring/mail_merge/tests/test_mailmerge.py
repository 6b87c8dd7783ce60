from datetime import date

import pytest

from mailmerge.merge import merge
from mailmerge.template import TemplateError, lookup, render

ANN = {"email": "ann@x.org", "name": {"first": "ann", "last": "lee"}, "orders": [{"total": 123456}], "since": date(2021, 5, 4)}
BOB = {"email": "bob@x.org", "name": "bob", "orders": []}


def test_plain_text():
    assert render("Hi {there}", {}) == "Hi {there}"


def test_nested():
    assert render("Dear {{ name.first | title }}", ANN) == "Dear Ann"


def test_list_index_and_money():
    assert render("{{orders.0.total|money}}", ANN) == "$1,234.56"


def test_date():
    assert render("{{ since | date:%Y }}", ANN) == "2021"


def test_default():
    assert render("{{ plan | default: none }}", ANN) == "none"


def test_unknown_key():
    assert lookup(ANN, "name.middle") is None


def test_field_of_a_text():
    assert lookup(BOB, "name.first") is None


def test_strict():
    with pytest.raises(TemplateError, match="no value for plan"):
        render("{{ plan }}", ANN)
    assert render("[{{ plan }}]", ANN, strict=False) == "[]"


def test_unknown_filter():
    with pytest.raises(TemplateError, match="no filter 'shout'"):
        render("{{ name | shout }}", BOB)


def test_filter_on_the_wrong_type():
    with pytest.raises(TemplateError):
        render("{{ name | money }}", BOB)


def test_merge_goes_on_after_an_error():
    letters, errors = merge("{{ name.first }}", [ANN, BOB, {"name": "no address"}])
    assert letters == {"ann@x.org": "ann"}
    assert errors == {"bob@x.org": "no value for name.first"}


def test_merge_without_orders():
    letters, errors = merge("{{ orders.0.total | money | default:nothing yet }}", [BOB])
    assert letters == {"bob@x.org": "nothing yet"}
    assert errors == {}
