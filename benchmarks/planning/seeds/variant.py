"""The ways in which AI-code issues look, by category; they stand in `variants.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

Where = Literal["module", "body", "replace", "import"]


@dataclass(frozen=True)
class Variant:
    """A template and where it goes.

    pattern: what the scanner has to call it; "" for a look-alike that is fine. where: `module` puts it beside a real
    top-level statement, `body` at the start of a real function's body, `replace` in place of that body, `import`
    after the module's imports. held: results not looked at one by one while the checks were tuned. also: other
    patterns that hold of the same lines (a test utility that is not installed is an unknown package, too).

    In the code, `$func`, `$arg`, `$pkg`, `$mod`, `$word` and `$Word` stand for names of the real package, `$key` and
    `$phrase` for a fresh secret each time.
    """

    name: str
    pattern: str
    where: Where
    code: str
    held: bool = False
    also: tuple[str, ...] = ()

    @classmethod
    def read(cls, known: dict[str, Any]) -> Variant:
        """The variant of a table; what it does not say is the default, and no pattern."""
        return cls(**{"pattern": "", **known, "also": tuple(known.get("also", ()))})


VARIANTS: dict[str, tuple[Variant, ...]] = {
    category: tuple(map(Variant.read, tables))
    for category, tables in tomllib.loads(Path(__file__).with_name("variants.toml").read_text(encoding="utf-8")).items()
}
