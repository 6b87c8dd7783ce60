"""What an error says of other packages is read where mocks stand in the failing statement, too."""

import unittest
from pathlib import Path
from unittest.mock import call

import numpy as np
import pytest

from testfix_pipeline.core.cycle_rules.broken_symbols import BrokenSymbol, broken_symbol
from testfix_pipeline.core.records import Outcome
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.core.update_records import ErrorOrigin, NamedObject
from testfix_pipeline.execution.in_target import testfix_named


class Checks(unittest.TestCase):
    def check_calls(self) -> None:
        self.assertGone(  # type: ignore[attr-defined]
            [call(1)], []
        )


class _Files:
    """Files of the project: this one alone."""

    def relative_path(self, name: str) -> str | None:
        return "test_error_origin.py" if Path(name) == Path(__file__) else None


def test_a_mocked_call_in_the_failing_statement() -> None:
    try:
        Checks().check_calls()
    except AttributeError as error:
        objects, below = testfix_named.error_origin(error, _Files())  # type: ignore[no-untyped-call]
    assert ["self.assertGone", "unittest.case", "TestCase.assertGone", "inherited"] in objects
    assert not below


def test_an_error_of_compiled_code_is_of_the_module_that_holds_its_text() -> None:
    value = np.ones(2, bool)
    with pytest.raises(TypeError) as caught:
        print(-value)
    objects, below = testfix_named.error_origin(caught.value, _Files())  # type: ignore[no-untyped-call]
    assert ["value", "numpy", "ndarray", "named"] in objects
    assert below == ["numpy._core._multiarray_umath"]


def test_a_value_that_compiled_code_refuses() -> None:
    values = np.zeros(2)
    with pytest.raises(ValueError, match="sequence") as caught:
        values[0] = [1, 2]
    objects, below = testfix_named.error_origin(caught.value, _Files())  # type: ignore[no-untyped-call]
    assert ["values", "numpy", "ndarray", "named"] in objects and len(below) == 1
    with pytest.raises(ValueError, match="invalid literal") as caught:
        values[0] = int("a")
    assert testfix_named.error_origin(caught.value, _Files()) == [[], []]  # type: ignore[no-untyped-call]


def test_a_refused_value_is_about_what_the_statement_names_of_that_library() -> None:
    named = [NamedObject(written="values", module="numpy", name="ndarray")]
    origin = ErrorOrigin(named=named, below=["numpy._core._multiarray_umath"])
    refused = Outcome(id=TestId("test_a.py::test"), status="failed", error_type="ValueError", origin=origin)
    assert broken_symbol(refused) == BrokenSymbol("numpy", "numpy.ndarray", "inside")
    assert broken_symbol(refused.model_copy(update={"origin": ErrorOrigin()})) is None


def test_an_error_of_python_is_of_no_module() -> None:
    value = np
    with pytest.raises(TypeError) as caught:
        print(value + 1)  # type: ignore[operator]
    assert testfix_named.error_origin(caught.value, _Files())[1] == []  # type: ignore[no-untyped-call]
