"""Learns from a project's tests where the tests of a source file are."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import PurePosixPath
from typing import NamedTuple

_STYLES = ("test_{}", "{}_test", "{}.test", "{}.spec", "{}Test")
_DEFAULT_STYLES = {".go": "{}_test", ".java": "{}Test", ".kt": "{}Test", ".py": "test_{}", ".rs": "{}_test"}


class TestFolderRule(NamedTuple):
    """A folder for the tests of a source file.

    It is `folder`, then the source's own folder without its first `drop` parts (None: without all of them), then
    `below`.
    """

    folder: str
    drop: int | None
    below: str = ""


class Naming:
    """The naming of most of the project's test files. Ties go to the simpler folder rule, then to the first name."""

    def __init__(self, sources: Iterable[str], tests: Iterable[str], default_folder: str = "tests") -> None:
        self._default = default_folder.strip("/") or "tests"
        self._tests: dict[tuple[str, str], list[str]] = defaultdict(list)
        sources, tests = list(sources), list(tests)
        suffixes = Counter(PurePosixPath(path).suffix for path in sources or tests)
        self._suffix = next((suffix for suffix, _ in suffixes.most_common() if suffix), ".py")
        styles: Counter[str] = Counter()
        places: Counter[TestFolderRule] = Counter()
        for test in tests:
            for _, stem in _styles_of(test):
                self._tests[stem, _language_group(test)].append(test)
        for source in sources:
            for test in self.tests_of(source):
                styles.update(style for style, stem in _styles_of(test) if stem == _stem(source))
                places.update(_folder_rules(source, test))
        self._styles = [style for style, _ in styles.most_common()]
        self._folder_rules = sorted(places, key=lambda place: (-places[place], place.drop is not None, place))

    def tests_of(self, source: str) -> list[str]:
        """The test files that are named after a source file."""
        return self._tests.get((_stem(source), _language_group(source)), [])

    def suggest(self, source: str, taken: Collection[str] = ()) -> str:
        """The test file for a source file: the existing one, else a new one by the project's naming.

        A name in `taken` is another file's: the source's folder goes into the name then.
        """
        known = self.tests_of(source)
        if known:
            return known[0]
        place = PurePosixPath(source)
        folder = self._folder(place)
        wanted = f"{folder}/{self._file_name(place, _stem(source))}".lstrip("/")
        parent = place.parent.name
        return (
            f"{folder}/{self._file_name(place, f'{parent}_{_stem(source)}')}" if wanted in taken and parent else wanted
        )

    def describe(self) -> str:
        """The naming in words, and whether it was learned or is the default."""
        style = self._styles[0] if self._styles else _DEFAULT_STYLES.get(self._suffix, "{}.test")
        folder = self._folder(PurePosixPath("package/module.py"))
        learned = "as in the tests there are" if self._styles else "the usual one: no test is named after a module"
        return f"{folder}/{style.format('<module>')}{self._suffix} ({learned})".lstrip("/")

    def _folder(self, source: PurePosixPath) -> str:
        place = self._folder_rules[0] if self._folder_rules else TestFolderRule(self._default, None)
        parts = () if place.drop is None else source.parent.parts[place.drop :]
        return "/".join(part for part in (place.folder, *parts, place.below) if part)

    def _file_name(self, source: PurePosixPath, stem: str) -> str:
        usual = _DEFAULT_STYLES.get(source.suffix, "{}.test")
        fitting = [style for style in self._styles if source.suffix == ".py" or not style.startswith("test_")]
        return (fitting[0] if fitting else usual).format(stem) + source.suffix


def _stem(source: str) -> str:
    place = PurePosixPath(source)
    return place.parent.name or "init" if place.stem in ("__init__", "index") else place.stem


def _language_group(path: str) -> str:
    """The group of languages that test each other, by the suffix of a file."""
    suffix = PurePosixPath(path).suffix
    return "js" if suffix.lstrip(".") in ("js", "jsx", "ts", "tsx", "mjs", "cjs") else suffix


def _styles_of(test: str) -> Iterator[tuple[str, str]]:
    """Yield each naming style that fits a test file, with the stem of the source that it names."""
    name = PurePosixPath(test).stem
    for style in _STYLES:
        before, after = style.split("{}")
        if name.startswith(before) and name.endswith(after) and len(name) > len(before + after):
            yield style, name[len(before) : len(name) - len(after)]


def _folder_rules(source: str, test: str) -> Iterator[TestFolderRule]:
    """Yield every rule that leads from the source's folder to the test's folder."""
    own, wanted = PurePosixPath(source).parent.parts, PurePosixPath(test).parent.parts
    if wanted[: len(own)] == own and (own or not wanted):
        yield TestFolderRule("", 0, "/".join(wanted[len(own) :]))
        return
    yield TestFolderRule("/".join(wanted), None)
    for drop in range(len(own) + 1):
        rest: Sequence[str] = own[drop:]
        if len(rest) <= len(wanted) and wanted[len(wanted) - len(rest) :] == rest:
            yield TestFolderRule("/".join(wanted[: len(wanted) - len(rest)]), drop)
