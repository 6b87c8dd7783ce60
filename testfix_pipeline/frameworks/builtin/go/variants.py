"""Many versions of a package's files in one compile: each changed function beside the original, which hands over to it.

Which version runs is read from the environment when the process starts. Runs in the sandbox, by itself.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import PurePosixPath

from testfix_pipeline.frameworks.builtin.go.declarations import (
    Declaration,
    FunctionHeader,
    declarations,
    function_header,
    tokens,
)

ENVIRONMENT = "TESTFIX_VARIANT"
_TEST = "_test.go"
ALONE = -1
"""The number of a variant that can share a build with no other."""
_SELECTOR = """package {package}

import testfixos "os"

var testfixVariant = testfixChosen()

func testfixChosen() (number int) {{
	for _, digit := range testfixos.Getenv("{environment}") {{
		number = 10*number + int(digit-'0')
	}}
	return number
}}
"""
_VARIABLE = re.compile(r"([^\W\d]\w*)\b[^=\n,]*?=(?!=)\s*(.*)", re.DOTALL)
_GOES_ON = "+-*/%&|^<>=,(.["
"""What a line ends with that goes on with the next."""
_OF_VARIANT = re.compile(r"/testfix/(\d+)/")

Texts = Mapping[str, str]
"""Texts of files by path."""


def variant_of(path: str) -> tuple[int, str]:
    """The number of the variant that a position is of, and the path of the file; 0 for the original code."""
    found = _OF_VARIANT.match(path)
    return (int(found[1]), path[found.end() - 1 :]) if found else (0, path)


def variants_in(message: str) -> set[int]:
    """The variants that the compiler complains about."""
    return {int(number) for number in _OF_VARIANT.findall(message)}


@dataclass
class MergedFile:
    """A file with the variants of its functions and variables."""

    path: str
    original: str
    calls: dict[int, list[str]] = field(default_factory=dict)
    added: list[str] = field(default_factory=list)
    imports: dict[str, None] = field(default_factory=dict)

    @cached_property
    def parts(self) -> list[Declaration]:
        """The declarations of the original."""
        return declarations(self.original)

    def add(self, number: int, text: str) -> bool:
        """Add a version of the file.

        False where it differs in more than the code of functions and variables, and further imports.
        """
        try:
            changed = self._changed(text)
            imported = [one for at, new in changed for one in _added_imports(self.parts[at], new)]
            code_changed = [(at, new) for at, new in changed if new.kind != "import"]
            found = [(at, new.line, *self._variant(number, self.parts[at], new)) for at, new in code_changed]
        except ValueError:
            return False
        self.imports.update(dict.fromkeys(imported))
        for at, line, call, code in found:
            if call:
                self.calls.setdefault(at, []).append(call)
            self.added.append(f"\n//line /testfix/{number}{self.path}:{line}\n{code}")
        return True

    def add_constants(self, number: int, text: str, package: Sequence[MergedFile]) -> bool:
        """Add a version that differs in constants: each function of the package that reads one gets its own.

        False where that is not all, or where code outside of functions reads one.
        """
        try:
            [(at, new)] = self._changed(text)
            values = _changed_constants(self.parts[at], new)
        except ValueError:
            return False
        reading = [
            (file, place, part)
            for file in package
            for place, part in enumerate(file.parts)
            if (file is not self or place != at) and values.keys() & {one.text for one in tokens(part.text)}
        ]
        if any(part.kind != "func" for _, _, part in reading):
            return False
        given = "; ".join(f"const {spec}" for spec in values.values())
        for file, place, part in reading:
            header = function_header(part.text)
            inner = Declaration(part.kind, f"{part.text[: -len(header.body)]}{{ {given}; {header.body[1:]}", part.line)
            call, code = file._variant(number, part, inner)
            file.calls.setdefault(place, []).append(call)
            file.added.append(f"\n//line /testfix/{number}{file.path}:{part.line}\n{code}")
        return bool(reading)

    def _changed(self, text: str) -> list[tuple[int, Declaration]]:
        """The declarations that differ in a text, by their number. Raises ValueError where it has others."""
        start = _alike(self.original, text)
        end = _alike(self.original[start:][::-1], text[start:][::-1])
        first = 0
        for at, part in enumerate(self.parts):
            last = first + len(part.text)
            if first <= start and len(self.original) - end <= last:
                whole = text[first : len(text) - (len(self.original) - last)]
                found = [one.kind for one in declarations(whole) if one.text]
                if found == [part.kind] and part.kind != "package":
                    return [(at, Declaration(part.kind, whole, part.line))]
            first = last
        new = declarations(text)
        if [one.kind for one in self.parts] != [one.kind for one in new]:
            raise ValueError("other declarations")
        pairs = enumerate(zip(self.parts, new, strict=True))
        return [(at, other) for at, (one, other) in pairs if one.text != other.text]

    def _variant(self, number: int, old: Declaration, new: Declaration) -> tuple[str, str]:
        """How the original hands over to a variant, and the variant. Raises ValueError where that is impossible."""
        if old.kind == "var":
            return "", _changed_variable(number, old, new)
        if old.kind != "func":
            raise ValueError(f"another {old.kind}")
        before, after = function_header(old.text), function_header(new.text)
        if _plain(before) != _plain(after):
            raise ValueError("another signature")
        name = f"testfix{number}{after.name}"
        start = after.name_start
        code = after.text[:start] + name + after.text[start + len(after.name) :] + after.body
        call = before.call.format(name=name)
        return f"case {number}: " + (f"return {call}" if before.returns else f"{call}; return"), code

    def text(self) -> str:
        """The file with its variants; no line of the original moves."""
        found = []
        for at, part in enumerate(self.parts):
            if at in self.calls:
                header = function_header(part.text)
                chosen = f"switch testfixVariant {{ {'; '.join(self.calls[at])} }};"
                found.append(f"{header.text}{{ {chosen}{header.body[1:]}")
            else:
                found.append(part.text)
        found[0] = self._importing(found[0])
        return "".join((*found, *self.added))

    def _importing(self, head: str) -> str:
        """The head of the file, whose first line also imports what variants need."""
        name = next(itertools.islice(tokens(head), 1, None))
        end = name.start + len(name.text)
        return f"{head[:end]}{''.join(f'; import {one}' for one in self.imports)}{head[end:]}"


def _alike(one: str, other: str) -> int:
    """How many characters two texts begin with that are the same."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one.startswith(other[:middle]) else (low, middle - 1)
    return low


def _plain(header: FunctionHeader) -> str:
    return " ".join(one.text for one in tokens(header.text))


def _added_imports(old: Declaration, new: Declaration) -> list[str]:
    """What one declaration of imports has more than the other. Raises ValueError where it lacks some."""
    if new.kind != "import":
        return []
    before, after = _specs(old.text), _specs(new.text)
    if not set(before) <= set(after):
        raise ValueError("fewer imports")
    return [one for one in after if one not in before]


def _changed_variable(number: int, old: Declaration, new: Declaration) -> str:
    """A function that gives variables their other values at the start. Raises ValueError where that is not all."""
    before, after = _specs(old.text), _specs(new.text)
    changed = [pair for pair in zip(before, after, strict=True) if pair[0] != pair[1]]
    found = []
    for one, other in changed:
        was, now = _VARIABLE.fullmatch(one), _VARIABLE.fullmatch(other)
        if was is None or now is None or one[: was.start(2)] != other[: now.start(2)]:
            raise ValueError("not one variable with a value")
        found.append(f"{now[1]} = {now[2]}")
    given = "\n".join(found)
    return f"func init() {{ if testfixVariant == {number} {{ {given}\n}}; }}\n"


def _changed_constants(old: Declaration, new: Declaration) -> dict[str, str]:
    """The constants that have another value, by name. Raises ValueError where a declaration differs in more."""
    if old.kind != "const" or "iota" in old.text:
        raise ValueError("no constants by themselves")
    found = {}
    for one, other in zip(_specs(old.text), _specs(new.text), strict=True):
        was, now = _VARIABLE.fullmatch(one), _VARIABLE.fullmatch(other)
        if one != other:
            if was is None or now is None or one[: was.start(2)] != other[: now.start(2)]:
                raise ValueError("not one constant with a value")
            found[now[1]] = other
    return found


def _specs(text: str) -> list[str]:
    """The parts of a declaration of variables or constants, without their keyword, comments at the end left out."""
    found = list(tokens(text))[1:]
    is_group = bool(found) and found[0].text == "("
    if is_group:
        closed = [at for at, one in enumerate(found) if one.depth == 0 and one.text == ")"]
        found = found[1 : closed[0] if closed else None]
    starts = [0] if found else []
    for at, (before, one) in enumerate(itertools.pairwise(found), 1):
        between = text[before.start + len(before.text) : one.start]
        if one.depth == int(is_group) and "\n" in between and before.text[-1] not in _GOES_ON:
            starts.append(at)
    ends = [*starts[1:], len(found)]
    return [
        text[found[first].start : found[last - 1].start + len(found[last - 1].text)]
        for first, last in zip(starts, ends, strict=True)
    ]


def selector(path: str, original: str) -> tuple[str, str]:
    """A file of the same package that holds the number of the variant: its path and text.

    The tests that stand outside of the package that they test are a package of their own.
    """
    words = [one.text for one in tokens(original)]
    package = words[words.index("package") + 1]
    is_outside = path.endswith(_TEST) and package.endswith("_test")
    name = f"zz_testfix_variant{_TEST if is_outside else '.go'}"
    return str(PurePosixPath(path).with_name(name)), _SELECTOR.format(package=package, environment=ENVIRONMENT)


def leaves_import_unused(text: str) -> bool:
    """Whether a file imports a package that it does not use, as far as its name is known from its path."""
    words = [one.text for one in tokens(text)]
    used = {word for word, following in itertools.pairwise(words) if following == "."}
    return any(name not in used for name in _imported(text))


def _imported(text: str) -> list[str]:
    found = []
    for part in declarations(text):
        words = [one.text for one in tokens(part.text)] if part.kind == "import" else []
        for before, word in itertools.pairwise(words):
            if not word.startswith(('"', "`")) or before in ("_", "."):
                continue
            is_named = before not in ("import", "(", ";") and not before.startswith(('"', "`"))
            last = re.sub(r"^(?:v\d+|go-)|\.v\d+$", "", word[1:-1].rpartition("/")[2])
            if is_named or re.fullmatch(r"[^\W\d]\w*", last):
                found.append(before if is_named else last)
    return found


def _added(files: Mapping[str, MergedFile], number: int, texts: Texts) -> bool:
    """Whether a version could be added to the files."""
    if not all(path in files for path in texts):
        return False
    if len(texts) > 1 and not all(MergedFile(path, files[path].original).add(number, texts[path]) for path in texts):
        return False
    if all(files[path].add(number, text) for path, text in texts.items()):
        return True
    [path, *more] = texts
    folder = PurePosixPath(path).parent
    beside = (file for file in files.values() if PurePosixPath(file.path).parent == folder)
    package = [file for file in beside if not file.path.endswith(_TEST)]
    return not more and files[path].add_constants(number, texts[path], package)


def merge_versions(originals: Texts, numbered: Mapping[int, Texts]) -> tuple[dict[str, str], Sequence[int]]:
    """The texts of the files that hold all of these versions, and the versions that they can't hold."""
    files = {path: MergedFile(path, text) for path, text in originals.items()}
    left = [number for number, texts in numbered.items() if not _added(files, number, texts)]
    found = {path: file.text() for path, file in files.items() if file.added}
    found.update(selector(path, originals[path]) for path in list(found))
    return found, left
