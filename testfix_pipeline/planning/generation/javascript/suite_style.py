"""The style of new JavaScript and TypeScript tests, learned from the project's tests of the same framework."""

from __future__ import annotations

import itertools
import os
import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from testfix_pipeline.planning.javascript_code.exported_names import Exports

_ADDED = "characterisation"


@dataclass(frozen=True)
class JsTestStyle:
    """The style of tests.

    assertions: "expect", "assert" or "chai". word: the function that defines a test. suffix: of imported files, "" for
    none.

    is_module: whether tests are ES modules. has_globals: whether the framework's functions are there without an import.
    """

    framework: str
    assertions: str = "expect"
    word: str = "test"
    quote: str = "'"
    is_module: bool = True
    has_globals: bool = False
    groups: bool = False
    suffix: str | None = None

    @property
    def imports(self) -> list[str]:
        """The lines that import the framework's functions."""
        words = sorted({self.word, *(["describe"] if self.groups else [])})
        if self.framework in ("vitest", "jest"):
            module = "vitest" if self.framework == "vitest" else "@jest/globals"
            return [] if self.has_globals else [self.import_names(sorted({*words, "expect"}), module)]
        found = []
        if self.framework == "node:test":
            found = [self.import_names(words, "node:test")]
        if self.assertions == "chai":
            return [*found, self.import_names(["expect"], "chai")]
        return [*found, self.import_whole("assert", "node:assert/strict")]

    def import_names(self, names: Sequence[str], module: str) -> str:
        """The line that imports names from a module."""
        said = f"{{ {', '.join(names)} }}"
        where = f"{self.quote}{module}{self.quote}"
        return f"import {said} from {where};" if self.is_module else f"const {said} = require({where});"

    def import_whole(self, name: str, module: str) -> str:
        """The line that imports a module as one value."""
        where = f"{self.quote}{module}{self.quote}"
        return f"import {name} from {where};" if self.is_module else f"const {name} = require({where});"


def style_of(framework: str, texts: Sequence[str], is_module: bool) -> JsTestStyle:
    """The style of the tests in `texts`; `is_module`: whether a first test would be an ES module."""
    every = "\n".join(texts)
    words = Counter(re.findall(r"(?m)^\s*(it|test)\(", every))
    word = words.most_common(1)[0][0] if words else "it" if framework == "mocha" else "test"
    has_expect = "chai" in every and re.search(r"\bexpect\(", every) is not None
    named = re.search(r"from ['\"]vitest['\"]|@jest/globals", every) is not None
    suffixes = Counter(re.findall(r"['\"]\.[^'\"]*?(\.[cm]?[jt]sx?)?['\"]", every))
    return JsTestStyle(
        framework=framework,
        assertions="expect" if framework in ("vitest", "jest") else "chai" if has_expect else "assert",
        word=word,
        quote='"' if every.count('"') > every.count("'") else "'",
        is_module=bool(re.search(r"(?m)^import\b", every)) if texts else is_module,
        has_globals=(framework == "jest" and not named) or (framework == "vitest" and bool(texts) and not named),
        groups=bool(re.search(r"(?m)^\s*describe\(", every)),
        suffix=suffixes.most_common(1)[0][0] if suffixes else None,
    )


def new_test_file(source: str, tests: Sequence[str], taken: Collection[str]) -> str:
    """The path of a new test file for a source file: beside the most similar test, and named like it."""
    place = PurePosixPath(source)
    stem = place.parent.name or "index" if place.stem == "index" else place.stem
    near = max(tests, key=lambda test: _similarity(place, stem, test), default="")
    model = PurePosixPath(near) if near else PurePosixPath("test") / f"{stem}.test{place.suffix}"
    ending = model.name[model.name.index(".") :]
    names = (f"{stem}-{_ADDED}{number}{ending}" for number in ("", *map(str, range(2, 100))))
    return next(path for name in names if (path := (model.parent / name).as_posix()) not in taken)


def _similarity(source: PurePosixPath, stem: str, test: str) -> tuple[bool, int, bool]:
    """The sort key of a test: whether it is named after the source, the shared folders, whether it says `test`."""
    place = PurePosixPath(test)
    pairs = zip(source.parent.parts, place.parent.parts, strict=False)
    shared = len(list(itertools.takewhile(lambda pair: pair[0] == pair[1], pairs)))
    return place.name.partition(".")[0] == stem, shared, "." in place.stem


def import_specifier(test: str, source: str, style: JsTestStyle) -> str:
    """The specifier by which a test imports a source file."""
    relative = os.path.relpath(source, PurePosixPath(test).parent)
    path = relative if relative.startswith(".") else f"./{relative}"
    suffix = PurePosixPath(source).suffix
    if suffix in (".js", ".cjs", ".mjs"):
        is_named = style.is_module or suffix != ".js" or style.suffix == ".js"
        return path if is_named else path.removesuffix(suffix)
    bare = path.removesuffix(suffix)
    return bare + {".js": ".js", ".ts": ".ts"}.get(style.suffix or "", "")


def import_lines(test: str, source: str, names: Collection[str], exports: Exports, style: JsTestStyle) -> list[str]:
    """The lines by which a test imports exported `names` of a source file."""
    module = import_specifier(test, source, style)
    plain = sorted(name for name in names if name != "default")
    lines = [style.import_names(plain, module)] if plain else []
    if "default" in names:
        own = exports.names.get("default") or "subject"
        taken = exports.is_whole or style.is_module
        lines.append(style.import_whole(own, module) if taken else style.import_names([f"default: {own}"], module))
    return lines


def read_texts(root: Path, files: Sequence[str]) -> list[str]:
    """The texts of the files that exist."""
    return [(root / file).read_text("utf-8", "replace") for file in files if (root / file).is_file()]
