"""Reads the test analysis that a model returned.

A requirement counts only where the project has what it names, and never replaces a measurement.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from testfix_pipeline.core.patch_policy.protected_paths import is_test_side, leaves_worktree
from testfix_pipeline.core.plan_records import Analysis, Case, Layer, Part, Requirement
from testfix_pipeline.planning.analysis.requirements import files_to_test, scale_of, with_criteria, with_ids
from testfix_pipeline.planning.generation.subjects.subject import functions_of
from testfix_pipeline.planning.python_code.module_source import read_module
from testfix_pipeline.planning.python_code.words import target_name

MOST_REQUIREMENTS = 400
MOST_CASES = 30
_PARTS: Mapping[Layer, tuple[Part, ...]] = {
    "L1": ("happy", "negative", "boundary", "state", "async"),
    "L2": ("integration",),
    "L3": ("journey",),
}
_TEXT: dict[str, Any] = {"type": "string"}


def _object_schema(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


SCHEMA: dict[str, Any] = _object_schema(
    {
        "report": _TEXT,
        "project_type": _TEXT,
        "project_type_confidence": {"type": "number"},
        "requirements": {
            "type": "array",
            "items": _object_schema(
                {
                    "file": _TEXT,
                    "layer": {"type": "string", "enum": list(_PARTS)},
                    "part": {"type": "string", "enum": [part for parts in _PARTS.values() for part in parts]},
                    "target": _TEXT,
                    "title": _TEXT,
                    "cases": {
                        "type": "array",
                        "items": _object_schema({"given": _TEXT, "expected": _TEXT, "source": _TEXT}),
                    },
                }
            ),
        },
    }
)


class _AnsweredCase(BaseModel):
    model_config = ConfigDict(extra="ignore", str_strip_whitespace=True)

    given: str = Field(min_length=1, max_length=400)
    expected: str = Field("", max_length=400)
    source: str = Field("", max_length=200)


class _AnsweredRequirement(BaseModel):
    model_config = ConfigDict(extra="ignore", str_strip_whitespace=True)

    file: str = Field(min_length=1, max_length=400)
    layer: Literal["L1", "L2", "L3"]
    part: Part
    target: str = Field("", max_length=200)
    title: str = Field("", max_length=400)
    cases: list[_AnsweredCase] = Field(default_factory=list, max_length=MOST_CASES)

    def to_requirement(self, tool: str) -> Requirement:
        """The same as a requirement of ours.

        Its expectations rank lowest, since only the tool says where they come from.
        """
        cases = [Case(given=one.given, expected=one.expected, source=f"{tool}, from {one.source or 'nothing it names'}")
                 for one in self.cases]  # fmt: skip
        target = target_name(self.target) if self.layer == "L1" else self.target
        said = ", ".join(dict.fromkeys(one.source for one in self.cases if one.source))
        return Requirement(id="", file=self.file, layer=self.layer, part=self.part, target=target, title=self.title,
                           cases=cases, expectation=f"{tool}: {said}" if said else tool)  # fmt: skip


class _Answer(BaseModel):
    model_config = ConfigDict(extra="ignore")

    report: str = ""
    project_type: str = Field("", max_length=60)
    project_type_confidence: float = Field(0.0, ge=0.0, le=1.0)
    requirements: list[Any] = Field(max_length=MOST_REQUIREMENTS)


def read_analysis(
    payload: Mapping[str, Any] | None, measured: Analysis, root: Path, tool: str
) -> tuple[Analysis | None, list[str]]:
    """Return the analysis in a model's answer, None if it is unusable, and a sentence for each mistake.

    `measured` is the built-in analysis of the same project: its coverage, framework and static findings are used. An
    answer without requirements is refused if `measured` has lines that no test runs.
    """
    if payload is None:
        return None, ["The answer holds no readable JSON object."]
    try:
        answer = _Answer.model_validate(payload)
    except ValidationError as error:
        return None, list(_validation_messages("", error))
    wanted, wrong = _requirements(answer.requirements, root, tool)
    if not wanted and not measured.no_gap:
        return None, [*wrong, "No requirement is left, and the measured coverage has gaps."]
    return _merged(answer, wanted, measured, tool), wrong


def _requirements(found: Sequence[Any], root: Path, tool: str) -> tuple[list[Requirement], list[str]]:
    """The valid requirements, and a sentence for each mistake in the others."""
    wanted: list[Requirement] = []
    wrong: dict[str, None] = {}
    names: dict[str, frozenset[str] | None] = {}
    for number, one in enumerate(found):
        place = f"requirements[{number}]"
        try:
            item = _AnsweredRequirement.model_validate(one)
        except ValidationError as error:
            wrong |= dict.fromkeys(_validation_messages(f"{place}.", error))
            continue
        lies = list(_false_claims(item, root, names))
        wrong |= {f"{place}: {lie}": None for lie in lies}
        if not lies:
            wanted.append(item.to_requirement(tool))
    return wanted, list(wrong)


def _validation_messages(place: str, error: ValidationError) -> Iterator[str]:
    for part in error.errors():
        yield f"{place}{'.'.join(map(str, part['loc']))}: {part['msg']}."


def _false_claims(item: _AnsweredRequirement, root: Path, names: dict[str, frozenset[str] | None]) -> Iterator[str]:
    """Yield a sentence for each claim of a requirement that does not fit the project."""
    if item.part not in _PARTS[item.layer]:
        yield f"the part {item.part} is none of layer {item.layer}."
    if item.layer != "L3" and not item.cases:
        yield "it has no cases."
    file = item.file
    if leaves_worktree(file) or not (root / file).resolve().is_relative_to(root.resolve()):
        yield f"{file[:80]} lies outside of the project."
    elif not (root / file).is_file():
        yield f"there is no file {file[:80]}."
    elif is_test_side(file):
        yield f"{file} is a test, and not what is to be tested."
    elif item.layer == "L1":
        if file not in names:
            names[file] = _defined_names(root, file)
        known = names[file]
        if known is not None and target_name(item.target) not in known:
            yield f"{file} defines no {item.target or 'function without a name'}."


def _defined_names(root: Path, file: str) -> frozenset[str] | None:
    """The functions, classes and methods that a Python file defines; None if it can't be read."""
    module = read_module(root, file) if file.endswith(".py") else None
    if module is None:
        return None
    subjects = list(functions_of(module))
    return frozenset([*(one.name for one in subjects), *(one.owner.name for one in subjects if one.owner)])


def _merged(answer: _Answer, wanted: Sequence[Requirement], measured: Analysis, tool: str) -> Analysis:
    """The measured analysis with the model's requirements instead of its own, except those of static findings."""
    static = [one for one in measured.requirements if one.layer == "L0"]
    requirements = with_criteria(measured.criteria, with_ids([*static, *wanted]))
    targets = files_to_test(requirements)
    sure = answer.project_type_confidence
    type_of = (
        {"project_type": answer.project_type, "project_type_confidence": sure}
        if answer.project_type and sure > measured.project_type_confidence
        else {}
    )
    merged = {"requirements": requirements, "targets": targets, "no_gap": not targets, "scale": scale_of(targets)}
    return measured.model_copy(update={**merged, **type_of, "tool": tool, "report": answer.report.strip()[:8000]})
