"""Which functions a part of a candidate is confined to."""

import pytest

from testfix_pipeline.repair.languages.python.analysis.edit import Edit
from testfix_pipeline.repair.model.candidate import Part
from testfix_pipeline_tests.repair.sources import parsed


@pytest.mark.parametrize(("text", "inside"), [("    def g(self): ...\n", False), ("        return 2\n", True)])
def test_what_is_put_behind_a_function_is_only_a_part_of_it_if_it_is_indented_so(text: str, inside: bool) -> None:
    (source,) = parsed("class A:\n    def f(self):\n        self.x = 1\n")
    at = len(source.text)
    part = Part(source, (Edit(source.path, at, at, text, "test", 0.5, 3),))
    assert (part.functions is not None) == inside
