"""Defaults for what callers leave out."""

from testfix_pipeline.repair.languages.python.edits import signatures
from testfix_pipeline.repair.languages.python.edits.edit import Clues
from testfix_pipeline_tests.repair.sources import shape, texts

CODE = """
LIMIT = 40
def shown(cents, thousands):
    return f"{cents:,}" if thousands else str(cents)
def told(cents, thousands=True, *, within: int):
    return shown(cents, thousands), within
"""


def proposed(code: str, *messages: str) -> dict[str, float]:
    found = texts(signatures.defaults, code, clues=Clues(messages=messages))
    return {text: edit.prior for text, edit in found.items()}


def test_the_default_of_a_namesake_comes_first() -> None:
    found = proposed(CODE, "shown() missing 1 required positional argument: 'thousands'")
    best = max(found, key=lambda text: found[text])
    assert best == shape(CODE.replace("shown(cents, thousands):", "shown(cents, thousands=True):"))
    assert shape(CODE.replace("shown(cents, thousands):", "shown(cents, thousands=LIMIT):")) in found


def test_a_type_says_what_is_likely_and_numbers_are_tried() -> None:
    found = proposed(CODE, "told() missing 1 required keyword-only argument: 'within'")
    zero, seven = (shape(CODE.replace("within: int", f"within: int = {value}")) for value in (0, 7))
    assert found[zero] > found[seven]


def test_nothing_is_given_where_the_syntax_forbids_it_or_the_call_is_another_ones() -> None:
    assert not proposed(CODE, "shown() missing 1 required positional argument: 'cents'")
    assert not proposed(CODE, "other() missing 1 required positional argument: 'thousands'")
    assert not proposed(CODE, "shown() missing 2 required positional arguments: 'cents' and 'thousands'")


def test_constructors_are_named_with_their_class_and_fields_of_dataclasses_have_defaults_too() -> None:
    made = """
    class Box:
        def __init__(self, wide):
            self.wide = wide
    """
    found = proposed(made, "Box.__init__() missing 1 required positional argument: 'wide'")
    assert shape(made.replace("wide):", "wide=False):")) in found
    field = """
    from dataclasses import dataclass
    @dataclass
    class Box:
        size: int
        tags: tuple[str, ...]
    """
    found = proposed(field, "Box.__init__() missing 1 required positional argument: 'tags'")
    assert shape(field.replace("...]", "...] = ()")) in found
