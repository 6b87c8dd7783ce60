"""What the language model counts, and what it finds natural."""

import pytest

from testfix_pipeline.repair.languages.python.analysis.edit import Edit
from testfix_pipeline.repair.languages.python.language import PYTHON
from testfix_pipeline.repair.languages.python.lexer import abstract, lex
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.tokens import TokenChange, token_changes
from testfix_pipeline.repair.ranking.naturalness import Naturalness

CODE = """\
def first(text, sep):
    parts = text.strip().split(sep)
    return parts[0]


def second(text, sep):
    parts = text.strip().split(sep)
    if len(parts) < 2:
        return None
    return parts[1]


def third(text, sep):
    parts = text.strip().split(sep)
    if len(parts) < 3:
        return None
    return parts[2]


def last(text, sep):
    parts = text.strip().split(text)
    return parts[-1]
"""
SOURCE = SourceFile("m.py", CODE.encode())


def candidate(old: str, new: str) -> Candidate:
    start = CODE.index(old)
    edit = Edit("m.py", start, start + len(old), new, "test", 0.5, SOURCE.line_at(start))
    return Candidate.single(SOURCE, edit, 1.0, "test")


def delta(old: str, new: str) -> float:
    return Naturalness([SOURCE]).surprise(candidate(old, new)).delta


def test_tokens_leave_out_what_does_not_run_and_know_blocks() -> None:
    words = lex("def f(a,\n      b):  # c\n\n    return a + 'x' \\\n        + \"y\"\nz = f'{a}'\n").words
    assert words[:8] == ["def", "f", "(", "a", ",", "b", ")", ":"]
    assert words[8:] == ["\n+", "return", "a", "+", "'x'", "+", "'y'", "\n-", "z", "=", "f''", "\n"]


def test_rare_names_are_known_by_their_look() -> None:
    words = ["if", "len", "spam", "_eggs", "Ham", "MAX_HAM", "17", "0", "'x'", "''", "<="]
    known = [abstract(word, frozenset({"len"})) for word in words]
    assert known == ["if", "len", "name", "_name", "Camel", "UPPER", "9", "0", "'...'", "''", "<="]


@pytest.mark.parametrize(
    ("span", "new", "change"),
    [
        (("parts[0]", 6, 7), "1", TokenChange(("parts", "["), ("0",), ("1",), ("]", "\n-"))),
        (
            ("    return parts[0]", 0, 0),
            "    x = 1\n",
            TokenChange((")", "\n"), (), ("x", "=", "1", "\n"), ("return", "parts")),
        ),
        (("strip()", 0, 5), "rstrip", TokenChange(("text", "."), ("strip",), ("rstrip",), ("(", ")"))),
        (("text.strip()", 4, 12), "", TokenChange(("=", "text"), (".", "strip", "(", ")"), (), (".", "split"))),
    ],
)
def test_an_edit_is_a_change_of_tokens(span: tuple[str, int, int], new: str, change: TokenChange) -> None:
    at = CODE.index(span[0])
    assert token_changes(CODE, lex(CODE), [(at + span[1], at + span[2], new)], 2, lex) == [change]


def test_what_the_project_writes_elsewhere_is_natural() -> None:
    assert delta("split(text)", "split(sep)") < 0
    assert delta("split(text)", "split(sep)") < delta("split(text)", "split(parts)")
    assert delta("split(text)", "split(sep)") < delta("split(text)", "split(None)")


def test_what_python_is_like_is_natural_where_the_project_says_nothing() -> None:
    assert delta("return parts[-1]", "return parts[+1]") > 0
    assert delta("    return parts[-1]", "    for part in parts: yield part") < delta(
        "    return parts[-1]", "    for part parts in: yield part"
    )


def test_a_line_does_not_speak_for_itself() -> None:
    assert delta("text.strip().split(text)", "text.strip().split(sep)") < 0
    natural = Naturalness([SOURCE])
    alone = natural.surprise(candidate("parts[-1]", "parts[0]"))
    assert alone.old > alone.new, "`parts[-1]` stands here only"


def test_the_model_is_small_enough_to_be_shipped() -> None:
    assert PYTHON.token_counts.stat().st_size < 400_000
