"""One bug to repair, wherever it comes from: what the engine may see, and what only the judge knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, get_args

Section = Literal["changed", "removed", "removed-history", "double", "programs", "historical"]
HeldOut = Literal["held-out-1", "held-out-2"]
Set = Literal["training", "measuring"] | HeldOut
HELD_OUT: tuple[Set, ...] = get_args(HeldOut)
SETS: tuple[Set, ...] = ("training", "measuring", *HELD_OUT)
SECTIONS: tuple[Section, ...] = ("programs", "changed", "removed", "removed-history", "double", "historical")


@dataclass(frozen=True)
class Task:
    """One bug. All paths of files are relative to the tree, with `/`; tests are pytest's ids relative to the tree.

    id: unique and stable, "section/subject/name"; `--only` matches it.
    interpreter: the Python that has the subject's dependencies and pytest.
    build: writes the buggy tree into the empty folder it is given and returns the tree's root, which is a git
        repository whose HEAD is the buggy text (so that undoing has something, or nothing, to find).
    reference: by file, the right texts of the whole file, any of which counts as exact. Empty: no text is known to be
        the only right one, and only `hidden` and `hidden_files` judge.
    visible: the tests that passed before the bug and that the engine may see; empty: all that are collected.
    hidden: tests of the tree that are kept from the engine and decide afterwards. `deselected`: run by nobody, because
        they fail or hang without any bug.
    hidden_files: texts of more hidden test files by name, written into a tree (in `hidden_tests/`) only for the judge.
    hidden_source: by file, texts that replace files of the tree for the judge only (a test file that has more cases).
    kind: what was done to the text, as in "compare operator" or "removed guard". change: (right text, buggy text).
    lines: by file, the lines of the buggy tree where an edit would be at the right place.
    history: whether the repository has more than one commit, so that earlier texts are offered to the engine.
    seen: whether whoever works on the engine may have read the bug; a sample takes such tasks last.
    """

    id: str
    section: Section
    set: Set
    interpreter: Path
    build: Callable[[Path], Path]
    reference: Mapping[str, tuple[str, ...]]
    visible: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    deselected: tuple[str, ...] = ()
    hidden_files: Mapping[str, str] = field(default_factory=dict)
    hidden_source: Mapping[str, str] = field(default_factory=dict)
    kind: str = ""
    change: tuple[str, str] = ("", "")
    lines: Mapping[str, frozenset[int]] = field(default_factory=dict)
    history: bool = False
    seen: bool = False
    pytest_args: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
