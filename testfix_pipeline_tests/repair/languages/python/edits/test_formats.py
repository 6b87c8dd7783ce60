"""Fields of a text get other digits, widths and places."""

import pytest

from testfix_pipeline.repair.languages.python.edits.formats import propose_formats
from testfix_pipeline.repair.languages.python.edits.scope_declarations import propose_declarations
from testfix_pipeline_tests.repair.sources import assert_proposed, texts


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("f'{x:.1f}'", "f'{x:.2f}'"),
        ("f'{x:.2f}'", "f'{x:.1f}'"),
        ("f'{x}'", "f'{x:.2f}'"),
        ("f'{x:f}'", "f'{x:.2f}'"),
        ("f'{x:>5}'", "f'{x:<5}'"),
        ("f'{x:>5}'", "f'{x:>6}'"),
        ("f'{first}, {last}'", "f'{last}, {first}'"),
        ("'{:.1f} of {}'.format(x, y)", "'{:.2f} of {}'.format(x, y)"),
        ("'%d:%d' % (x, y)", "'%d:%02d' % (x, y)"),
        ("'%-5s|' % x", "'%5s|' % x"),
    ],
)
def test_another_format_is_proposed(old: str, new: str) -> None:
    assert_proposed(propose_formats, f"text = {old}", old, new)


def test_what_is_no_format_stays() -> None:
    assert not texts(propose_formats, "text = 'plain'")
    assert not texts(propose_formats, "text = f'{{x}}'")


def test_an_attribute_of_the_object_is_set() -> None:
    code = "class A:\n    def __init__(self):\n        self.count = 0\n\n    def clear(self):\n        count = 1\n"
    assert_proposed(propose_declarations, code, "        count = 1", "        self.count = 1")
