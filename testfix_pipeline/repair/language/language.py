"""The interface of a language for the engine. A language is a subclass of `Language`, registered by the entry-point
group `testfix.repair_languages`.

Methods without a default are required; each of the others makes the engine better at the language.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from testfix_pipeline.core.records import Failure, Frame
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.language.experiment import Item, Synthesis
from testfix_pipeline.repair.language.library_fixes import BehaviourCheck, LibraryFix, LibraryQuestion
from testfix_pipeline.repair.language.overfitting_signs import Signs
from testfix_pipeline.repair.language.parse_fix_tools import ParseFixTools
from testfix_pipeline.repair.language.varied_test import AssertionSides, VariedLiteral, VariedTest
from testfix_pipeline.repair.language.watched_functions import WatchedText
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.edit import Edit, Replacement
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence
from testfix_pipeline.repair.model.source_text import Function, SourceText, Statement
from testfix_pipeline.repair.model.sources import Sources
from testfix_pipeline.repair.model.symptoms import FaultLocation, SuspiciousStatement, Symptoms
from testfix_pipeline.repair.model.tokens import Tokens


class Producer(Protocol):
    """A source of edits of one sort.

    `id`: stable. `bound`: the highest prior of its edits. `rich`: whether it restructures code.
    """

    @property
    def id(self) -> str: ...

    @property
    def bound(self) -> float: ...

    @property
    def rich(self) -> bool: ...


class EditSite(Protocol):
    """A suspicious statement with everything that producers may use. `role`: the type of the statement."""

    @property
    def source(self) -> SourceText: ...

    @property
    def stmt(self) -> Statement: ...

    @property
    def failure_evidence(self) -> FailureEvidence: ...

    @property
    def project(self) -> Sequence[SourceText]: ...

    @property
    def role(self) -> str: ...

    def crash(self) -> str:
        """The type of the exception that a failing test raised in this statement, or ""."""

    def came_through(self) -> str:
        """The type of the exception that a failing test propagated through this statement, or ""."""


class PlaceFeatures(Protocol):
    """A group of features by which fault localisation ranks statements."""

    def of(self, place: SuspiciousStatement) -> Iterable[tuple[str, float]]:
        """The features of a statement by name."""


class Dependency(NamedTuple):
    """A statement that another one depends on, and the relation: see Python's `import_time_definitions.py`."""

    source: SourceText
    stmt: Statement
    relation: str


class Language(ABC):
    """A language. The sources, targets, statements and functions in its arguments are its own.

    suffixes: of its files, with the dot. is_default: whether files of no language are read with it. unintended_errors:
    errors that code does not raise on purpose: a patch under which more calls end in one overfits. token_counts:
    n-grams of its tokens (`naturalness.py`) or None. is_learned: whether the weights that order edits and patches were
    fitted to it; if not, the priors of its edits count as well, and the search for rivals takes longer. edit_order:
    weights of its own for the order of edits (`edit_order.py`) or None. comparison: finds where code defines a
    comparison of its own (`equals(other) {`); the name is the first group. constants: literals that any code has, so
    that a failing test which expects one says nothing against an edit that brings it in.
    """

    name: str
    suffixes: tuple[str, ...]
    is_default: bool = False
    token_counts: Path | None = None
    unintended_errors: frozenset[str] = frozenset()
    is_learned: bool = True
    edit_order: Path | None = None
    comparison: re.Pattern[str] = re.compile(r"(?!)")
    constants: frozenset[str] = frozenset()

    # -- files ---------------------------------------------------------------------------------------------------------

    @abstractmethod
    def read(self, path: str, raw: bytes, absent: bool = False) -> SourceText:
        """Reads a file. Raises ValueError if it cannot be decoded, SyntaxError if it cannot be parsed."""

    def read_unparsed(self, path: str, raw: bytes, absent: bool = False) -> SourceText:
        """Reads a file of which only the text is used and which may not parse."""
        return self.read(path, raw, absent)

    def load(self, root: Path, path: str) -> SourceText | None:
        """The file; None if it cannot be read or parsed."""
        try:
            return self.read(path, (root / path).read_bytes())
        except (OSError, SyntaxError, ValueError, RecursionError):
            return None

    def parses(self, path: str, text: str) -> bool:
        """Whether a text is valid in the language."""
        try:
            self.read(path, text.encode())
        except (SyntaxError, ValueError, RecursionError):
            return False
        return True

    @abstractmethod
    def lex(self, text: str, depth: int = 0, indent: int = 0) -> Tokens:
        """The tokens of a file, or of a fragment that begins inside `depth` brackets on a line with this
        indentation."""

    def abstract_token(self, token: str, vocabulary: frozenset[str], /) -> str:
        """The token in the language's token counts: its class, unless it is in the vocabulary."""
        return token

    def bound_names(self, text: str) -> Collection[str]:
        """The names that a text binds; renamings are recognised by them."""
        return ()

    def names_in_reach(self, target: Any) -> Collection[str] | None:
        """At least the names that a statement may read and that its file binds or the language has; None: unknown."""
        return None

    def keeps_state(self, text: str) -> bool:
        """Whether code may remember results between calls."""
        return False

    def is_comment(self, line: str) -> bool:
        """Whether a line contains only a comment."""
        return False

    # -- proposals -----------------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def producers(self) -> Sequence[Producer]:
        """All producers of edits."""

    @cached_property
    def bounds(self) -> Mapping[str, float]:
        """The bounds of the producers by id."""
        return {one.id: one.bound for one in self.producers}

    @abstractmethod
    def target(
        self,
        source: SourceText,
        stmt: Statement,
        failure_evidence: FailureEvidence,
        replacements: Sequence[Replacement] = (),
        project: Sequence[SourceText] = (),
    ) -> EditSite:
        """A statement to edit. replacements: those that earlier changes made; project: files that may supply
        ingredients."""

    @abstractmethod
    def propose(self, target: Any, producer: Any, /) -> Sequence[Edit]:
        """The edits that a producer proposes for a statement."""

    def pull(self, target: Any) -> float:
        """How strongly the function seems to lack code (0..1): the upper bound of an edit's pull."""
        return 0.0

    def synthesis(
        self, space: Any, failing: Sequence[TestId], notes: list[str], push: Callable[[Iterable[Item]], None]
    ) -> Synthesis | None:
        """The experiments of one search; None if the language has none.

        space: the search space (`search.space.Space`). failing: the tests that are observed. push: receives the
        results.
        """
        return None

    # -- candidates ----------------------------------------------------------------------------------------------------

    @abstractmethod
    def differs(self, source: Any, function: Any, text: str) -> bool:
        """Whether the new text of a function, or of the whole file (None), is another program.

        Raises SyntaxError or ValueError if it is not valid.
        """

    def adds_unreachable(self, source: Any, function: Any, text: str) -> bool:
        """Whether more code than before stands behind what leaves its block, in a text that `differs`."""
        return False

    def enclosing(self, source: Any, spans: Sequence[tuple[int, int, str]]) -> Function | None:
        """The outermost function whose body contains all of these changes: its code can be swapped at run time."""
        return None

    def function_text(self, source: Any, function: Any, edits: Sequence[Edit]) -> str:
        """The text of an `enclosing` function with edits, so that it parses by itself.

        Raises NotImplementedError if the language has no enclosing functions.
        """
        raise NotImplementedError

    def swap(self, source: Any, function: Any, edits: Sequence[Edit], root: str) -> Mapping[str, Any]:
        """The request to swap the code of an `enclosing` function (`execution/in_target/warm_server.py`).

        Raises NotImplementedError if the language has no enclosing functions.
        """
        raise NotImplementedError

    def signs(self, candidate: Candidate, failure_evidence: FailureEvidence) -> Signs:
        """The signs against a patch of files of this language."""
        return Signs()

    def more_alike(self, candidate: Candidate) -> int:
        """The number of pairs of equal parts that a patch adds to its files; negative if it removes some."""
        return 0

    def repeated(self, source: Any, edit: Edit) -> Edit | None:
        """An edit at all places of its file where the code around it is the same; None if there is no other place."""
        return None

    # -- failures ------------------------------------------------------------------------------------------------------

    def failure_evidence(self, failures: Sequence[Failure], root: Path) -> FailureEvidence:
        """The evidence in failures of tests in this language."""
        errors = frozenset(failure.error_type for failure in failures if failure.error_type)
        return FailureEvidence(errors=errors, messages=tuple(dict.fromkeys(failure.error for failure in failures)))

    def quoted_frames(self, message: str) -> Iterator[Frame]:
        """Yields the frames of tracebacks that a message quotes, with the paths as quoted."""
        return iter(())

    def called_wrongly(self, failure: Failure) -> str:
        """The function, perhaps with its class, whose arguments a failure complains about, or ""."""
        return ""

    def actual_values(self, failure: Failure) -> Sequence[str]:
        """The values of a failed comparison, in the form of profiles (`profile.py`)."""
        return ()

    def slice_of_test(self, test: TestId, line: int, root: Path) -> Collection[int]:
        """The lines of a test that compute what its line reads."""
        return ()

    def with_counters(self, source: Any, number: int, record: str) -> str | None:
        """The text of a file that appends `number:line` to the file `record` when a line first runs; None if
        impossible."""
        return None

    def with_call_records(self, source: Any) -> WatchedText | None:
        """A file whose functions tell the warm process of their framework of each call; None if that is impossible."""
        return None

    def varied_tests(self, source: Any, titles: Collection[Sequence[str]]) -> Iterator[VariedTest]:
        """Yields the tests of a file with these titles with other values than their own, the most telling first."""
        return iter(())

    def varied_literals(self, source: Any, titles: Sequence[str], line: int) -> Sequence[VariedLiteral]:
        """The literals that the test with these titles gives to the code, with texts in which one has another value.

        line: of the assertion that fails; the others are left out of these texts.
        """
        return ()

    def functions_in(self, path: str, text: str) -> Counter[str] | None:
        """The texts of all functions in a file: the rest is data. None where that is unknown."""
        return None

    def assertion_sides(self, source: Any, titles: Sequence[str], line: int) -> AssertionSides | None:
        """The sides of the assertion at a line of the test with these titles; None for one without two."""
        return None

    def delayed_test(self, source: Any, titles: Sequence[str], line: int) -> str | None:
        """The text of the file in which the test with these titles waits before it asserts; None if it can't.

        line: of the only assertion that counts; 0 for all.
        """
        return None

    # -- localisation --------------------------------------------------------------------------------------------------

    def place_features(self, symptoms: Symptoms, root: Path) -> Sequence[PlaceFeatures]:
        """Features of statements that need the language's syntax."""
        return ()

    def reached(self, sources: Sources, symptoms: Symptoms) -> Mapping[tuple[str, Function | None], int]:
        """The functions (None: a module) that tests without coverage reach by name, with the number of
        calls between."""
        return {}

    def dependencies(self, sources: Sources) -> Callable[[SuspiciousStatement], Iterable[Dependency]]:
        """A function that finds the statements outside of functions on which a statement depends."""
        return lambda place: ()

    # -- libraries -----------------------------------------------------------------------------------------------------

    def library_fixes(self, question: LibraryQuestion) -> Sequence[LibraryFix]:
        """Possible fixes for failures that a library's change caused, the likeliest first.

        Without a failure that points to a library, or an old release to compare with, no process is started.
        """
        return ()

    def library_behaviour(self, patched: LibraryQuestion, original: LibraryQuestion) -> BehaviourCheck | None:
        """The behaviour of a patched tree against records under old releases; None if there is no record.

        Both questions have the memory of those for which the patch was searched.
        """
        return None

    # -- files that do not parse ---------------------------------------------------------------------------------------

    def broken_files(self, root: Path, failures: Sequence[Failure], tests: Collection[TestId]) -> Sequence[SourceText]:
        """The files that failing tests need and that do not parse."""
        return ()

    def complaints(self, files: Sequence[Any]) -> list[FaultLocation]:
        """The parser's complaints about such files, as suspicious lines."""
        return []

    def parse_fixes(self, source: Any, means: ParseFixTools) -> Iterable[Candidate]:
        """Candidates that let such a file parse, the likeliest first."""
        return ()
