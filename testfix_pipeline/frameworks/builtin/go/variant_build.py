"""Builds test binaries that hold many variants of a module's code, and says which of these compile.

Runs in the sandbox, and runs no code of the project's. The first line of its standard input is the order, each further
one asks for the variants of a batch.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from testfix_pipeline.frameworks.builtin.go import variants
from testfix_pipeline.frameworks.builtin.go.binaries import package_name
from testfix_pipeline.frameworks.builtin.go.build import (
    build_environment,
    compile_tests,
    observed_files,
    rounds,
    write_overlay,
)

_FLAG = "-gcflags={module}/...=-e -N -l"
"""All errors at once; what is compiled runs a few times only."""
_MOST_ATTEMPTS, _MOST_BINARIES = 5, 24
_SKIPPED = frozenset({"vendor", "testdata", "node_modules"})


class VariantBuilder:
    """Builds the variants of one tree, whose files are read once: afterwards candidates are written into them."""

    def __init__(self, order: Mapping[str, Any]) -> None:
        self.order = order
        self.root = Path(order["root"])
        self.environment = build_environment(order)
        self.observed = observed_files(order, self.environment)
        self.originals = {str(path): path.read_bytes().decode("utf-8", "replace") for path in _go_files(self.root)}
        self.flags = [_FLAG.format(module=order["module"])]
        self._built: list[Path] = []
        self._batches = 0

    def build(self, texts: Sequence[variants.Texts], files: Sequence[str]) -> list[dict[str, Any]]:
        """Where the tests of these files lie with each set of texts: its number in binaries, which are by folder.

        The number is None where it does not compile, and -1 where it would have to be built alone, among others.
        """
        numbered = {number: one for number, one in enumerate(texts, 1) if one}
        unusable = {n for n, one in numbered.items() if any(map(variants.leaves_import_unused, one.values()))}
        wanted = {number: one for number, one in numbered.items() if number not in unusable}
        found: dict[int, dict[str, str]] = {}
        for numbers, binaries in self._built_together(wanted, self._folders(files), not all(texts)):
            found.update(dict.fromkeys(numbers, binaries))
        places = [number if number in numbered else 0 for number in range(1, len(texts) + 1)]
        return [
            {"number": number if found[number] else variants.ALONE, "binaries": found[number]}
            if number in found
            else {"number": None}
            for number in places
        ]

    def _folders(self, files: Sequence[str]) -> list[str]:
        wanted = set(files)
        return [folder for folder, own in self.order["packages"].items() if wanted.intersection(own)]

    def _built_together(
        self, wanted: Mapping[int, variants.Texts], folders: Sequence[str], with_original: bool
    ) -> Iterator[tuple[list[int], dict[str, str]]]:
        """Yield the numbers of variants that share binaries, and these; those that do not compile are left out."""
        left = dict(wanted)
        for _ in range(_MOST_ATTEMPTS):
            texts, alone = variants.merge_versions(self.originals, left)
            left = {number: one for number, one in left.items() if number not in alone}
            for number in alone:
                if len(wanted) > 1 or with_original:
                    yield [number], {}
                elif binaries := self._compiled(wanted[number], folders)[0]:
                    yield [number], binaries
            if not left and not with_original:
                return
            binaries, said = self._compiled(texts, folders)
            if binaries:
                yield [0, *left], binaries
                return
            refused = variants.variants_in(said) & left.keys()
            if not refused:
                break
            left = {number: one for number, one in left.items() if number not in refused}
        yield from self._in_halves(left, folders)

    def _in_halves(
        self, left: Mapping[int, variants.Texts], folders: Sequence[str]
    ) -> Iterator[tuple[list[int], dict[str, str]]]:
        """Where nothing says which variant does not compile."""
        numbers = list(left)
        middle = len(numbers) // 2
        for part in (numbers[:middle], numbers[middle:]) if len(numbers) > 1 else ():
            yield from self._built_together({number: left[number] for number in part}, folders, False)

    def _compiled(self, texts: Mapping[str, str], folders: Sequence[str]) -> tuple[dict[str, str], str]:
        """The binaries by folder, none where one of them could not be built; and what the compiler said."""
        self._batches += 1
        place = Path(self.order["work"]) / f"variants-{os.getpid()}-{self._batches}"
        place.mkdir()
        self._built.append(place)
        overlay = write_overlay(place, {**self.observed, **texts})
        found, said = {}, ""
        for number, some in enumerate(rounds({**self.order, "packages": dict.fromkeys(folders)})):
            built = place / str(number)
            built.mkdir()
            said += compile_tests(self.order, self.environment, overlay, built, some, self.flags)
            for folder in some:
                binary = built / package_name(self.order["module"], folder)
                if not binary.is_file():
                    self._drop(place)
                    return {}, said
                found[folder] = str(binary)
        while len(self._built) > _MOST_BINARIES:
            self._drop(self._built[0])
        return found, said

    def _drop(self, place: Path) -> None:
        self._built.remove(place)
        shutil.rmtree(place, ignore_errors=True)


def _go_files(root: Path) -> Iterator[Path]:
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if name not in _SKIPPED and not name.startswith((".", "_"))]
        yield from (Path(folder) / name for name in files if name.endswith(".go"))


def main() -> int:
    """Build what each line of standard input asks for."""
    order = json.loads(sys.stdin.readline())
    with os.fdopen(order["fd"], "w") as answers:
        try:
            builder = VariantBuilder(order)
        except (ValueError, OSError) as problem:
            answers.write(json.dumps({"problem": str(problem)}) + "\n")
            return 1
        answers.write(json.dumps({"ready": True}) + "\n")
        answers.flush()
        for line in sys.stdin:
            asked = json.loads(line)
            answers.write(json.dumps({"variants": builder.build(asked["texts"], asked["files"])}) + "\n")
            answers.flush()
    return 0
