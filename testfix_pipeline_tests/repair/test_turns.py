"""Once a function is mended, half of the tries go elsewhere, and nothing is lost."""

from collections.abc import Callable
from itertools import takewhile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from testfix_pipeline.repair.candidate import Candidate
from testfix_pipeline.repair.edits.edit import Edit
from testfix_pipeline.repair.rival_search import Focus, functions_of
from testfix_pipeline.repair.source import SourceFile
from testfix_pipeline.repair.turns import Turns

CODE = "X = 1\n" + "".join(f"def f{n}():\n    return {n}\n" for n in range(3))
SOURCE = SourceFile("m.py", CODE.encode())


def candidate(number: int) -> Candidate:
    """An edit in the function of that number."""
    at = CODE.index(f"return {number}")
    return Candidate.single(SOURCE, Edit("m.py", at, at, "# ", "by hand", 1.0, SOURCE.line_at(at)), 1.0, "test")


def drawn(turns: Turns, numbers: list[int]) -> list[int]:
    proposals = iter([candidate(number) for number in numbers])
    found = takewhile(lambda one: one is not None, (turns.next(proposals) for _ in range(len(numbers) + 1)))
    return [int(one.edits[0].line / 2 - 1.5) for one in found if isinstance(one, Candidate)]


def focus_of(one: object) -> str:
    """The name of the function that a candidate edits."""
    assert isinstance(one, Candidate)
    return next(name for _, name in functions_of(one))


def test_before_anything_is_mended_the_order_stays() -> None:
    assert drawn(Turns(), [0, 0, 1, 0, 2]) == [0, 0, 1, 0, 2]


def test_half_of_the_tries_go_to_other_functions() -> None:
    turns = Turns()
    turns.mended(candidate(0))
    assert drawn(turns, [0, 0, 0, 0, 1, 2, 0, 1]) == [1, 0, 2, 0, 1, 0, 0, 0]


def test_what_is_small_at_the_place_of_a_patch_comes_first_there() -> None:
    turns = Turns()
    turns.mended(candidate(0), [candidate(0), candidate(0)])
    assert drawn(turns, [1, 1, 1, 2, 2, 2]) == [1, 0, 1, 0, 1, 2, 2]


def test_within_a_focus_nothing_else_is_drawn_until_it_is_wide_again() -> None:
    focus = Focus(frozenset({("m.py", "f0")}))
    turns = Turns(focus)
    turns.mended(candidate(0), [candidate(0)])
    proposals = iter([candidate(number) for number in (1, 0, 2, 0)])
    near = [turns.next(proposals) for _ in range(4)]
    assert [one is not None and focus.touches(one) for one in near] == [True, True, True, False]
    focus.functions = None
    far = [turns.next(proposals) for _ in range(3)]
    assert [one and focus_of(one) for one in far] == ["f1", "f2", None]


@given(st.lists(st.integers(0, 2)), st.sets(st.integers(0, 2)))
def test_everything_is_drawn_once(numbers: list[int], mended: set[int]) -> None:
    turns = Turns()
    for number in mended:
        turns.mended(candidate(number))
    assert sorted(drawn(turns, numbers)) == sorted(numbers)


def test_functions_of_edits(edited: Callable[..., Candidate], tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(CODE)
    assert functions_of(edited(tmp_path, "m.py", "X = 1", "X = 2")) == {("m.py", "")}
    assert functions_of(candidate(1)) == {("m.py", "f1")}
