"""Python as the engine's core sees it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from testfix_pipeline.core.records import Failure, Frame
from testfix_pipeline.repair.candidate import Candidate
from testfix_pipeline.repair.clues import Clues
from testfix_pipeline.repair.compile_repair import Means
from testfix_pipeline.repair.edit import Edit, Replacement
from testfix_pipeline.repair.experiment import Item
from testfix_pipeline.repair.languages.language import Dependency, Language, PlaceFeatures
from testfix_pipeline.repair.languages.python import code_similarity, failure_evidence, lexer, swapping
from testfix_pipeline.repair.languages.python.bound_names import bound_names
from testfix_pipeline.repair.languages.python.edits import FAMILIES, pull
from testfix_pipeline.repair.languages.python.edits.edit import Target
from testfix_pipeline.repair.languages.python.edits.family import Family, weighed_proposals
from testfix_pipeline.repair.languages.python.localisation import messages, reached_by_name, text_features
from testfix_pipeline.repair.languages.python.localisation.definitions import Definitions
from testfix_pipeline.repair.languages.python.overfitting.signs import signs
from testfix_pipeline.repair.languages.python.source import Function, SourceFile
from testfix_pipeline.repair.languages.python.syntax import broken
from testfix_pipeline.repair.languages.python.syntax.damage import BrokenFile
from testfix_pipeline.repair.languages.python.syntax.mend import candidate_of, mends
from testfix_pipeline.repair.languages.python.synthesis.experiments import Synthesis
from testfix_pipeline.repair.localise import Suspect, Symptoms
from testfix_pipeline.repair.localise.symptoms import Place
from testfix_pipeline.repair.overfitting import Signs
from testfix_pipeline.repair.search import Space
from testfix_pipeline.repair.sources import Sources
from testfix_pipeline.repair.tokens import Tokens


class Python(Language):
    """Python as the interpreter that the engine runs in reads it."""

    name = "python"
    suffixes = (".py",)
    token_counts: Path = Path(__file__).with_name("learned") / "language.json"

    # -- files ---------------------------------------------------------------------------------------------------------

    def read(self, path: str, raw: bytes, absent: bool = False) -> SourceFile:
        return SourceFile(path, raw, absent)

    def read_unparsed(self, path: str, raw: bytes, absent: bool = False) -> BrokenFile:
        return BrokenFile(path, raw, absent)

    def lex(self, text: str, depth: int = 0, indent: int = 0) -> Tokens:
        return lexer.lex(text, depth, indent)

    def abstract_token(self, token: str, vocabulary: frozenset[str]) -> str:
        return lexer.abstract(token, vocabulary)

    def bound_names(self, text: str) -> set[str]:
        return bound_names(text)

    def is_comment(self, line: str) -> bool:
        return line.lstrip().startswith("#")

    # -- proposals -----------------------------------------------------------------------------------------------------

    @property
    def producers(self) -> Sequence[Family]:
        return FAMILIES

    def target(
        self,
        source: Any,
        stmt: Any,
        clues: Clues,
        replacements: Sequence[Replacement] = (),
        project: Sequence[Any] = (),
    ) -> Target:
        files = tuple(one for one in project if isinstance(one, SourceFile))
        return Target(source, stmt, source.function_of(stmt), clues, tuple(replacements), files)

    def propose(self, target: Target, producer: Family) -> list[Edit]:
        return weighed_proposals(target, producer)

    def pull(self, target: Target) -> float:
        return pull.place(target)

    def synthesis(
        self,
        space: Space,
        failing: Sequence[str],
        notes: list[str],
        push: Callable[[Iterable[Item]], None],
    ) -> Synthesis:
        return Synthesis(space, failing, notes, push)

    # -- candidates ----------------------------------------------------------------------------------------------------

    def differs(self, source: SourceFile, function: Function | None, text: str) -> bool:
        return swapping.differs(source, function, text)

    def enclosing(self, source: SourceFile, spans: Sequence[tuple[int, int, str]]) -> Function | None:
        return swapping.enclosing(source, spans)

    def function_text(self, source: SourceFile, function: Function, edits: Sequence[Edit]) -> str:
        return swapping.function_text(source, function, edits)

    def swap(self, source: SourceFile, function: Function, edits: Sequence[Edit], root: str) -> Mapping[str, Any]:
        return swapping.swap(source, function, edits, root)

    def signs(self, candidate: Candidate, clues: Clues) -> Signs:
        return signs(candidate, clues)

    def more_alike(self, candidate: Candidate) -> int:
        return code_similarity.more_alike(candidate)

    # -- failures ------------------------------------------------------------------------------------------------------

    def clues(self, failures: Sequence[Failure], root: Path) -> Clues:
        return failure_evidence.gather(failures, root)

    def quoted_frames(self, message: str) -> Iterator[Frame]:
        return reached_by_name.quoted_frames(message)

    def called_wrongly(self, failure: Failure) -> str:
        return messages.called_wrongly(failure)

    def actual_values(self, failure: Failure) -> list[str]:
        return messages.actual_values(failure)

    def slice_of_test(self, test: str, line: int, root: Path) -> set[int]:
        return failure_evidence.slice_of_test(test, line, root)

    # -- localisation --------------------------------------------------------------------------------------------------

    def place_features(self, symptoms: Symptoms, root: Path) -> Sequence[PlaceFeatures]:
        return (
            text_features.NameFeatures(symptoms, root),
            text_features.LiteralFeatures(symptoms),
            text_features.ShapeFeatures(),
        )

    def reached(self, sources: Sources, symptoms: Symptoms) -> Mapping[tuple[str, Any], int]:
        return reached_by_name.Reached(sources, symptoms).hops

    def dependencies(self, sources: Sources) -> Callable[[Place], Iterable[Dependency]]:
        finder = Definitions(sources)
        return lambda place: (Dependency(*one) for one in finder.of(*text_features.syntax_of(place)))

    # -- files that do not parse ---------------------------------------------------------------------------------------

    def broken_files(self, root: Path, failures: Sequence[Failure], tests: Collection[str]) -> list[BrokenFile]:
        return broken.broken_files(root, failures, tests)

    def complaints(self, files: Sequence[BrokenFile]) -> list[Suspect]:
        return broken.complaints(files)

    def parse_fixes(self, source: BrokenFile, means: Means) -> Iterator[Candidate]:
        return (candidate_of(source, one) for one in mends(source, means))


PYTHON = Python()
