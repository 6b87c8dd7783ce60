"""What failure messages of pytest and unittest say: values, differences, missing exceptions, quoted texts."""

import pytest

from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.languages.python.localisation.messages import (
    actual_values,
    called_wrongly,
    differences,
    missing_exception,
    quoted_texts,
)


def failure(error: str, error_type: str = "AssertionError") -> Failure:
    return Failure(test="test_m.py::test_bad", error=error, error_type=error_type)


MESSAGES = [
    ("assert 3 == 4\n +  where 3 = f(2)", ["3", "4"]),
    ("assert [...] == [...]\n  \n  At index 0 diff: '6pre' != '4pre'", ["'6pre'", "'4pre'"]),
    ("3 != 4 : message", ["3", "4"]),
    ("assert <A object> == 4", []),
]


@pytest.mark.parametrize(("error", "values"), MESSAGES)
def test_values_are_read_from_messages(error: str, values: list[str]) -> None:
    assert actual_values(failure(error))[: len(values)] == values


def test_other_things_are_read_from_messages() -> None:
    assert missing_exception(failure("DID NOT RAISE <class 'pkg.errors.WrongKey'>")) == "WrongKey"
    warned = "DID NOT WARN. No warnings of type (<class 'UserWarning'>,) were emitted."
    assert missing_exception(failure(warned)) == "UserWarning"
    assert missing_exception(failure("ValueError not raised")) == "ValueError"
    assert "-" in differences(failure("assert 'a-b' == 'a_b'")) and "_" in differences(failure("assert 'a-b' == 'a_b'"))
    assert "lines" in differences(failure("assert x == y\n  - some text\n  + some lines"))
    arguments = failure("Ref.__init__() missing 1 required positional argument: 'spec'", error_type="TypeError")
    assert called_wrongly(arguments) == "Ref.__init__"
    assert quoted_texts(failure("'trylast'", error_type="KeyError")) == {"trylast"}
