"""How Go's tests are written: each file is a package of its own, whose only test function runs the rest as subtests."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.frameworks.conformance.dialect import Broken, Does, Group, Test, TestFile
from testfix_pipeline.frameworks.model import Status

_ATTACKS = Path(__file__).parent / "attacks" / "go"
_MODULE = "module example.com/kit\n\ngo 1.20\n"
_LIBRARY = """package lib

import (
	"os"
	"syscall"
)

func Boom() { panic("boom in code") }
func Leave() { os.Exit(0) }
func Never() { select {} }
func Spin() {
	for {
	}
}
func Crash() {
	syscall.Kill(os.Getpid(), syscall.SIGKILL)
	Never()
}
"""
_BODIES: Mapping[Does, str] = {
    "pass": "",
    "fail": 't.Errorf("%d is not %d", 1, 2)',
    "throw": "lib.Boom()",
    "reject": 't.Fatal(errors.New("rejected"))',
    "skip": 't.Skip("not now")',
    "todo": 't.Skip("to be written")',
    "hang": "lib.Never()",
    "spin": "lib.Spin()",
    "exit": "syscall.Exit(0)",
    "crash": "lib.Crash()",
}
_BROKEN: Mapping[Broken, str] = {
    "": "",
    "syntax": "func ( {",
    "import": "var _ = nothing.Here",
    "exit": "func init() { lib.Leave() }",
    "throw": "func init() { lib.Boom() }",
    "spin": "func init() { lib.Spin() }",
}


@dataclass(frozen=True)
class GoDialect:
    """The dialect of `go test`."""

    adapter: str = "go test"
    unable: frozenset[str] = frozenset(
        {
            *("failing before-all hook", "failing before-each hook", "failing after-each hook"),
            *("failing after-all hook", "focused tests", "new snapshots"),
        }
    )
    focus: Literal["file", "run", "ignored"] = "ignored"
    todo: Status = "skipped"
    groups_are_tests: bool = True

    def path_of(self, file: TestFile) -> str:
        return f"{file.name}/{file.name}_test.go"

    def identity(self, file: TestFile, titles: Sequence[str], occurrence: int) -> TestId:
        number = f"#{occurrence - 1:02}" if occurrence > 1 else ""
        path = "/".join(map(_rewritten, titles)) + number  # a slash in a title is one between titles
        return TestId.of(self.path_of(file), ["TestKit", *path.split("/")])

    def project(self, files: Sequence[TestFile]) -> Mapping[str, str]:
        tests = {self.path_of(file): self._text(file) for file in files}
        return {"go.mod": _MODULE, "lib/lib.go": _LIBRARY, **tests}

    def prepare(self, folder: Path) -> None:
        pass

    def attacks(self) -> Mapping[str, Mapping[str, str]]:
        return {f"go/{file.stem}": self._attack(file.read_text()) for file in sorted(_ATTACKS.glob("*.go"))}

    def _attack(self, source: str) -> Mapping[str, str]:
        tests = "".join(
            f"func Test_{name}(t *testing.T) {{\n\tif got := program.Add(1, 2); got != {sum_} {{\n"
            f'\t\tt.Errorf("got %d", got)\n\t}}\n}}\n\n'
            for name, sum_ in (("ok", 3), ("bad", 4))
        )
        head = 'package program_test\n\nimport (\n\t"testing"\n\n\t"example.com/kit/program"\n)\n\n'
        return {"go.mod": _MODULE, "program/program.go": source, "program/program_test.go": head + tests}

    def _text(self, file: TestFile) -> str:
        imports = ["errors", "syscall", "testing", "example.com/kit/lib"]
        imports += ["example.com/kit/nothing"] * (file.broken == "import")
        body = "\n".join(map(self._member, file.members))
        used = "var _, _, _ = errors.New, syscall.Exit, lib.Spin"
        named = "".join(f"\t{json.dumps(name)}\n" for name in imports)
        test = f"func TestKit(t *testing.T) {{\n{body}\n}}"
        return f"package {file.name}\n\nimport (\n{named})\n\n{used}\n\n{test}\n\n{_BROKEN[file.broken]}\n"

    def _member(self, member: Test | Group) -> str:
        body = _BODIES[member.does] if isinstance(member, Test) else "\n".join(map(self._member, member.members))
        return f"t.Run({json.dumps(member.title, ensure_ascii=False)}, func(t *testing.T) {{\n{body}\n}})"


def _rewritten(title: str) -> str:
    """What Go makes of the title of a subtest: https://pkg.go.dev/testing#hdr-Subtests_and_Sub_benchmarks."""
    return "".join("_" if c.isspace() else c if c.isprintable() else c.encode("unicode_escape").decode() for c in title)
