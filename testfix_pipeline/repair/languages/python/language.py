"""Python's implementation of the engine's language interface."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from testfix_pipeline.core import python_code
from testfix_pipeline.core.python_bindings import names_bound_by
from testfix_pipeline.repair.language.language import Dependency, Language, PlaceFeatures
from testfix_pipeline.repair.language.parse_fix_tools import ParseFixTools
from testfix_pipeline.repair.languages.python import code_similarity, lexer
from testfix_pipeline.repair.languages.python import function_swap as swapping
from testfix_pipeline.repair.languages.python.analysis.edit import PythonEditSite
from testfix_pipeline.repair.languages.python.edits import dataflow_bonus as pull
from testfix_pipeline.repair.languages.python.edits.edit_producer import EditProducer, weighed_proposals
from testfix_pipeline.repair.languages.python.failure_evidence import gather, slice_of_test
from testfix_pipeline.repair.languages.python.libraries.library_fixes import library_fixes
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_releases import library_behaviour
from testfix_pipeline.repair.languages.python.localisation import messages, reached_by_name, text_features
from testfix_pipeline.repair.languages.python.localisation.import_time_definitions import Definitions
from testfix_pipeline.repair.languages.python.overfitting.overfitting_signs import signs
from testfix_pipeline.repair.languages.python.producers import PRODUCERS
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.languages.python.syntax import uncompilable_files as broken
from testfix_pipeline.repair.languages.python.syntax.compile_fixes import candidate_of, compile_fixes
from testfix_pipeline.repair.languages.python.syntax.damage import BrokenFile
from testfix_pipeline.repair.languages.python.synthesis.experiments import PythonSynthesis
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.edit import Replacement
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence
from testfix_pipeline.repair.model.sources import Sources
from testfix_pipeline.repair.model.symptoms import SuspiciousStatement, Symptoms


def bound_names(text: str) -> set[str]:
    """The variables, attributes, parameters, functions and classes that a text binds."""
    try:
        nodes = [one for one in ast.walk(python_code.parse(text)) if not isinstance(one, (ast.Import, ast.ImportFrom))]
    except (SyntaxError, ValueError, RecursionError):
        return set()
    attributes = {one.attr for one in nodes if isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Store)}
    return names_bound_by(nodes) | attributes


STATEFUL = re.compile(r"\b(lru_cache|cache|memo\w*|global|_instance)\b")


class PythonLanguage(Language):
    """Python in the version of the interpreter that runs the engine."""

    name = "python"
    suffixes = (".py",)
    unintended_errors = frozenset({
        "TypeError", "AttributeError", "NameError", "UnboundLocalError", "IndexError", "KeyError", "ZeroDivisionError",
        "RecursionError", "StopIteration",
    })  # fmt: skip
    is_default = True
    token_counts: Path = Path(__file__).with_name("learned") / "language.json"

    # -- files ---------------------------------------------------------------------------------------------------------

    read = SourceFile
    read_unparsed = BrokenFile
    lex = staticmethod(lexer.lex)
    abstract_token = staticmethod(lexer.abstract)
    bound_names = staticmethod(bound_names)

    def names_in_reach(self, target: Any) -> Collection[str]:
        return names_bound_by(ast.walk(target.source.tree)) | vars(builtins).keys()

    def is_comment(self, line: str) -> bool:
        return line.lstrip().startswith("#")

    def keeps_state(self, text: str) -> bool:
        return bool(STATEFUL.search(text))

    # -- proposals -----------------------------------------------------------------------------------------------------

    @property
    def producers(self) -> Sequence[EditProducer]:
        return PRODUCERS

    def target(
        self,
        source: Any,
        stmt: Any,
        failure_evidence: FailureEvidence,
        replacements: Sequence[Replacement] = (),
        project: Sequence[Any] = (),
    ) -> PythonEditSite:
        files = tuple(one for one in project if isinstance(one, SourceFile))
        return PythonEditSite(source, stmt, source.function_of(stmt), failure_evidence, tuple(replacements), files)

    propose = staticmethod(weighed_proposals)
    pull = staticmethod(pull.strongest_pull)
    synthesis = PythonSynthesis

    # -- candidates ----------------------------------------------------------------------------------------------------

    differs = staticmethod(swapping.differs)
    adds_unreachable = staticmethod(swapping.adds_unreachable)
    enclosing = staticmethod(swapping.enclosing)
    function_text = staticmethod(swapping.function_text)
    swap = staticmethod(swapping.swap)
    signs = staticmethod(signs)
    more_alike = staticmethod(code_similarity.more_alike)

    # -- failures ------------------------------------------------------------------------------------------------------

    failure_evidence = staticmethod(gather)
    quoted_frames = staticmethod(reached_by_name.quoted_frames)
    called_wrongly = staticmethod(messages.called_wrongly)
    actual_values = staticmethod(messages.actual_values)
    slice_of_test = staticmethod(slice_of_test)

    # -- localisation --------------------------------------------------------------------------------------------------

    def place_features(self, symptoms: Symptoms, root: Path) -> Sequence[PlaceFeatures]:
        return (
            text_features.NameFeatures(symptoms, root),
            text_features.LiteralFeatures(symptoms),
            text_features.ShapeFeatures(),
        )

    def reached(self, sources: Sources, symptoms: Symptoms) -> Mapping[tuple[str, Any], int]:
        return reached_by_name.FunctionsReachedByName(sources, symptoms).hops

    def dependencies(self, sources: Sources) -> Callable[[SuspiciousStatement], Iterable[Dependency]]:
        finder = Definitions(sources)
        return lambda place: (Dependency(*one) for one in finder.of(*text_features.syntax_of(place)))

    # -- libraries -----------------------------------------------------------------------------------------------------

    library_fixes = staticmethod(library_fixes)
    library_behaviour = staticmethod(library_behaviour)

    # -- files that do not parse ---------------------------------------------------------------------------------------

    broken_files = staticmethod(broken.broken_files)
    complaints = staticmethod(broken.complaint_locations)

    def parse_fixes(self, source: BrokenFile, means: ParseFixTools) -> Iterator[Candidate]:
        return (candidate_of(source, one) for one in compile_fixes(source, means))


PYTHON = PythonLanguage()
