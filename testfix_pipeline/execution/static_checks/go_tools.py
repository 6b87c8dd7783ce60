"""Go's own check of packages, `go vet`, which compiles them too."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.static_checks import static_tools

_LINE = re.compile(r"^(?:vet: )?(?P<file>[^\s:][^:]*\.go):(?P<line>\d+):(?:\d+:)? (?P<said>.*)$")


@dataclass(frozen=True)
class GoVet(static_tools.StaticTool):
    """`go vet` on the packages of the files, or on all that go itself finds; it reports on its error stream."""

    name: str = "go vet"
    program: str = "go"
    reads_log: bool = True
    by_package: bool = True
    by_folder: bool = True
    build_cache: str = "go"
    suffixes: tuple[str, ...] = (".go",)
    places: tuple[static_tools.Place, ...] = (("go.mod", ()),)

    def environment(self, cache: Path) -> Mapping[str, str]:
        return {"GOCACHE": str(cache / "gocache"), "GOPROXY": "off", "GOTOOLCHAIN": "local"}

    def arguments(self, folder: Path, files: Sequence[str], project: TargetProject, cache: Path) -> list[str]:
        packages = sorted({f"./{PurePosixPath(path).parent.as_posix()}" for path in files})
        return ["vet", "-mod=readonly", *(["./..."] if list(files) == ["."] else packages)]

    def findings(self, output: str, folder: Path) -> Iterator[static_tools.StaticFinding]:
        wrong = output.lstrip().startswith("vet:") or "\nvet: " in output
        for found in filter(None, map(_LINE.match, output.splitlines())):
            kind: static_tools.FindingKind = "compile" if wrong else "lint"
            path = static_tools.relative_path(folder, str(PurePosixPath(found["file"])))
            yield static_tools.StaticFinding("go vet", path, int(found["line"]), "vet", found["said"], kind, True)


GO_TOOLS = (GoVet(),)
