"""What an error says of other packages is read where mocks stand in the failing statement, too."""

import unittest
from pathlib import Path
from unittest.mock import call

from testfix_pipeline.execution.in_target import testfix_named


class Checks(unittest.TestCase):
    def check_calls(self) -> None:
        self.assertGone(  # type: ignore[attr-defined]
            [call(1)],
            [],
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
