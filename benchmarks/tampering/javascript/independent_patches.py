"""Patches written by somebody who has not seen the rules: each a file in `independent/` with its project."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from testfix_pipeline.core.patch_policy.protected_paths import is_test_side
from testfix_pipeline_tests.frameworks.dialects import javascript as dialects

_FOLDER = Path(__file__).parent / "independent"


@dataclass(frozen=True)
class IndependentProject:
    """The project of one file of that folder."""

    name: str
    texts: dict[str, str]
    framework: str
    modules: Path | None = field(default=None)

    @property
    def adapter(self) -> str:
        return self.framework

    def files(self) -> dict[str, str]:
        """All files of the project."""
        return self.texts

    def tests(self) -> list[str]:
        """The paths of the files that belong to the tests."""
        return [path for path in self.texts if is_test_side(path)]

    def write(self, folder: Path, files: Mapping[str, str | None]) -> None:
        """The project in a new folder, with some files changed."""
        for path, text in {**self.texts, **files}.items():
            if text is not None:
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                (folder / path).write_text(text)
        if self.modules is not None and self.framework != dialects.node_test().adapter:
            (folder / "node_modules").symlink_to(self.modules)


def independent_patches(modules: Path | None) -> Iterator[tuple[str, IndependentProject, dict[str, str | None], bool]]:
    """Name, project, changed files and whether it is honest, of every file whose framework is here.

    An honest change of the tests themselves is left out: no fix may change them.
    """
    for file in sorted(_FOLDER.glob("*.toml")):
        case = tomllib.loads(file.read_text())
        honest = case["kind"] == "honest"
        if case["framework"] != dialects.node_test().adapter and modules is None:
            continue
        patch = {path: text if isinstance(text, str) else None for path, text in case["patch"].items()}
        if not (honest and any(map(is_test_side, patch))):
            project = IndependentProject(f"independent/{file.stem}", case["files"], case["framework"], modules)
            yield f"{case['kind']} (independent/{file.stem})", project, patch, honest
