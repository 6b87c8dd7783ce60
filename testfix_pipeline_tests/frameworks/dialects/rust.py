"""How Rust's tests are written: each file is a target below `tests`, groups are modules, and names are identifiers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.frameworks.conformance.dialect import Broken, Does, Group, Test, TestFile
from testfix_pipeline.frameworks.model import Status

_ATTACKS = Path(__file__).parent / "attacks" / "rust"
_MANIFEST = '[package]\nname = "kit"\nversion = "0.1.0"\nedition = "2021"\n'
_LOCK = 'version = 3\n\n[[package]]\nname = "kit"\nversion = "0.1.0"\n'
_LIBRARY = """
pub fn boom() { panic!("boom in code") }
pub fn leave() { std::process::exit(0) }
pub fn never() { loop { std::thread::park() } }
pub fn spin() { let mut n = 0u64; loop { n = std::hint::black_box(n.wrapping_add(1)) } }
pub fn crash() { std::process::abort() }
"""
_BODIES: Mapping[Does, str] = {
    "pass": "assert_eq!(1, 1);",
    "fail": "assert_eq!(1, 2);",
    "throw": "kit::boom();",
    "reject": 'Err::<(), &str>("rejected").unwrap();',
    "skip": "assert_eq!(1, 2);",
    "todo": "todo!();",
    "hang": "kit::never();",
    "spin": "kit::spin();",
    "exit": "kit::leave();",
    "crash": "kit::crash();",
}
_BROKEN: Mapping[Broken, str] = {"": "", "syntax": "fn ( {", "import": "use kit::nothing;"}


@dataclass(frozen=True)
class RustDialect:
    """The dialect of `cargo test`."""

    adapter: str = "cargo test"
    unable: frozenset[str] = frozenset(
        {
            *("duplicate titles", "hostile titles", "exit at import", "error at import", "focused tests"),
            *("failing before-all hook", "failing before-each hook", "failing after-each hook"),
            *("failing after-all hook", "new snapshots"),
        }
    )
    focus: Literal["file", "run", "ignored"] = "ignored"
    todo: Status = "skipped"
    groups_are_tests: bool = False

    def path_of(self, file: TestFile) -> str:
        return f"tests/{file.name}.rs"

    def identity(self, file: TestFile, titles: Sequence[str], occurrence: int) -> TestId:
        return TestId.of(self.path_of(file), list(map(_identifier, titles)), occurrence)

    def project(self, files: Sequence[TestFile]) -> Mapping[str, str]:
        tests = {self.path_of(file): self._text(file) for file in files}
        return {"Cargo.toml": _MANIFEST, "Cargo.lock": _LOCK, "src/lib.rs": _LIBRARY, **tests}

    def prepare(self, folder: Path) -> None:
        pass

    def attacks(self) -> Mapping[str, Mapping[str, str]]:
        return {f"rust/{file.stem}": self._attack(file.read_text()) for file in sorted(_ATTACKS.glob("*.rs"))}

    def _attack(self, source: str) -> Mapping[str, str]:
        tests = "".join(
            f"#[test]\nfn {name}() {{\n    assert_eq!(kit::add(1, 2), {total});\n}}\n"
            for name, total in (("ok", 3), ("bad", 4))
        )
        return {"Cargo.toml": _MANIFEST, "Cargo.lock": _LOCK, "src/lib.rs": source, "tests/a.rs": tests}

    def _text(self, file: TestFile) -> str:
        return "\n".join([*map(self._member, file.members), _BROKEN[file.broken], ""])

    def _member(self, member: Test | Group) -> str:
        name = _identifier(member.title)
        if isinstance(member, Group):
            return f"mod {name} {{\n" + "\n".join(map(self._member, member.members)) + "\n}"
        ignored = "#[ignore]\n" if member.does in ("skip", "todo") else ""
        return f"#[test]\n{ignored}fn {name}() {{\n    {_BODIES[member.does]}\n}}\n"


def _identifier(title: str) -> str:
    return title.replace(" ", "_")
