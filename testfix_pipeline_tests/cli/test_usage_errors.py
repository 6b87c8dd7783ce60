"""What the parser of the command line refuses is shown as any other error: a sentence, the next step, an object."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


def test_a_folder_without_its_option_is_said_to_be_the_project(testfix: Callable[..., Any], tmp_path: Path) -> None:
    ended = testfix("repair", tmp_path, "--json")
    assert ended.code == 2
    assert ended.found["outcome"] == "error"
    assert f"`testfix repair --project {tmp_path}`" in ended.found["next_step"]
    assert f"next: {ended.found['next_step']}" in ended.err


@pytest.mark.parametrize(
    ("words", "said", "next_step"),
    [
        (("repair", "--projet", "x"), "--project", "testfix repair --help"),
        (("repare",), "Did you mean 'repair'", "testfix --help"),
        (("repair", "--seconds", "soon"), "--seconds", "testfix repair --help"),
        (("repair", "no-such-folder"), "no-such-folder", "testfix repair --help"),
    ],
)
def test_a_wrong_word_ends_with_a_sentence_and_the_next_step(testfix, words, said, next_step) -> None:
    ended = testfix(*words)
    assert ended.code == 2 and ended.out == ""
    what, then = ended.err.splitlines()
    assert what.startswith("testfix: ") and said in what
    assert then.startswith("  next: ") and next_step in then


def test_a_group_without_a_command_shows_its_help_alone(testfix: Callable[..., Any]) -> None:
    ended = testfix("sessions")
    assert ended.code == 2
    assert "Usage: testfix sessions" in " ".join(ended.out.split()) and ended.err == ""
