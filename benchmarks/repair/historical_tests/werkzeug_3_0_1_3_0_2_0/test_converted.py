import pytest
from werkzeug.datastructures import ImmutableMultiDict, MultiDict, TypeConversionDict


@pytest.mark.parametrize("kind", [MultiDict, TypeConversionDict, ImmutableMultiDict])
@pytest.mark.parametrize("value", [None, [], "x"])
def test_what_cannot_be_converted_is_the_default(kind, value):
    found = kind({"a": "1"})
    stored = TypeConversionDict({"a": value}) if kind is TypeConversionDict else kind([("a", value)])
    assert found.get("a", default=5, type=int) == 1
    assert stored.get("a", default=5, type=int) == 5
    assert stored.get("a", type=float) is None
    assert stored.get("missing", default=5, type=int) == 5


def test_other_errors_are_not_swallowed():
    def broken(value):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        MultiDict([("a", "1")]).get("a", default=5, type=broken)
