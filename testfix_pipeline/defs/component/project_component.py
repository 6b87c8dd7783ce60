"""The Dagster component of one project: its attributes are the keys of the registry, and `key_prefix`."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import dagster as dg
from dagster.components import ComponentLoadContext, ComponentTypeSpec, Scaffolder, ScaffoldRequest
from dagster.components.component_scaffolding import scaffold_component
from pydantic import BaseModel, ConfigDict, Field, create_model

from testfix_pipeline.core.configuration.settings import CycleConfig
from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.defs.component.project_assets import cycle_asset, history_asset
from testfix_pipeline.defs.component.project_jobs import jobs, schedules, sensors
from testfix_pipeline.defs.component.project_runs import ProjectRuns
from testfix_pipeline.registry.project_entry import KEYS, Entry, read_entries

PREFIX = "testfix"
_PART = re.compile(r"[A-Za-z0-9_]+")
_HELP = {
    "name": "The project's name in this code location.",
    "path": "Its folder, in a git checkout; a relative path starts at the component's folder.",
    "git": "Its address instead, of which a clone is made.",
    "branch": "The branch that is to be checked out, or cloned.",
    "schedule": "Five cron fields, `@daily` and the like, or off; nothing: 02:00 every night.",
    "timezone": "Of the schedule; nothing: UTC.",
    "enabled": "Whether schedule and sensors are on from the beginning.",
    "missed": "run or skip: what becomes of a night in which the machine was off.",
    "on_session": "Whether a finished session (WFS-...) of the project starts a run on it.",
    "publish": "none, patch or push.",
    "notify": "Who gets messages: {to: [...], when: changed}.",
    "preset": "standard, quick, thorough or models.",
}


def _attribute(name: str) -> Any:
    known = CycleConfig.model_fields.get(name)
    return (Any, Field(default=None, description=_HELP.get(name) or (known.description if known else "")))


Attributes: type[BaseModel] = create_model(
    "TestfixProjectAttributes",
    __config__=ConfigDict(extra="forbid"),
    key_prefix=(str | list[str] | None, Field(default=None, description="Of every asset; nothing: testfix, NAME.")),
    **{name: _attribute(name) for name in KEYS},
)


class ProjectScaffolder(Scaffolder[Any]):
    """Writes a `defs.yaml` for a project beside the deployment."""

    def scaffold(self, request: ScaffoldRequest[Any]) -> None:
        name = re.sub(r"[^A-Za-z0-9._-]", "-", request.target_path.name) or "project"
        attributes = {"name": name, "path": f"/path/to/{name}", "schedule": "0 2 * * *", "publish": "none"}
        scaffold_component(request, attributes)


@dg.scaffold_with(ProjectScaffolder)
@dataclass(frozen=True)
class TestfixProject(dg.Component):
    """Turns the failing tests of a project green: jobs, a schedule, sensors, checks and history assets of it.

    entry: the project with its settings, checked. prefix: the parts that every asset's key begins with, and that every
    other name is made of. Nothing is shared between two of them but the home's history.
    """

    __test__ = False

    entry: Entry
    prefix: tuple[str, ...]

    @classmethod
    def of(cls, *, folder: Path | None = None, key_prefix: str | Sequence[str] | None = None, **keys: Any) -> Any:
        """Return the component of a project from the registry's keys. Raises InvalidConfig.

        folder: the base of relative paths; the working directory by default.
        """
        given = {name: value for name, value in keys.items() if value is not None}
        entries, broken = read_entries([given], {}, (folder or Path.cwd()) / "defs.yaml")
        if broken:
            raise broken[0].error
        return cls(entries[0], _prefix(key_prefix, entries[0].name))

    @classmethod
    def get_model_cls(cls) -> type[BaseModel]:
        return Attributes

    @classmethod
    def get_spec(cls) -> ComponentTypeSpec:
        return ComponentTypeSpec(description=(cls.__doc__ or "").partition("\n")[0], tags=["testing"])

    @classmethod
    def load(cls, attributes: BaseModel | None, context: ComponentLoadContext) -> Any:
        given = attributes.model_dump(exclude_unset=True) if attributes is not None else {}
        resolved: Mapping[str, Any] = context.resolution_context.resolve_value(given)
        place = Path(context.path)
        return cls.of(folder=place if place.is_dir() else place.parent, **resolved)

    def build_defs(self, context: ComponentLoadContext) -> dg.Definitions:
        return self.definitions()

    def definitions(self) -> dg.Definitions:
        """Return all definitions, for `Definitions.merge` in code without YAML components."""
        runs = ProjectRuns(self.entry, self.prefix)
        cycle = cycle_asset(runs)
        return dg.Definitions(
            assets=[cycle, history_asset(runs)],
            jobs=jobs(runs, cycle),
            schedules=schedules(runs),
            sensors=sensors(runs, cycle),
        )


def _prefix(given: str | Sequence[str] | None, name: str) -> tuple[str, ...]:
    parts = [PREFIX, re.sub(r"\W", "_", name, flags=re.ASCII)] if given is None else given
    parts = parts.split("/") if isinstance(parts, str) else list(parts)
    if not parts or not all(isinstance(one, str) and _PART.fullmatch(one) for one in parts):
        raise InvalidConfig(f"key_prefix can't be {str(given)[:60]!r}.", "Use letters, digits and underscores.")
    return tuple(parts)
