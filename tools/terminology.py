"""Finds the words that the glossary replaces: `python tools/terminology.py [--update] [ROOT]`.

The words are those in code font in the last column of docs/glossary.md, with their endings (mend, mends, mended).
Searched is what a person reads: names of files, and identifiers, comments, docstrings and messages in them.
`tools/terminology-allowed.txt` says how many each file may still hold; files that moved are recognised by the sum.
`--update` writes today's counts; it refuses to raise their sum.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

GLOSSARY = "docs/glossary.md"
ALLOWED = "tools/terminology-allowed.txt"
SEARCHED = (
    *("testfix_pipeline/**/*.py", "testfix_pipeline/**/*.md", "testfix_pipeline/**/*.[cm]js"),
    *("testfix_pipeline_tests/**/*.py", "benchmarks/**/*.py", "benchmarks/**/*.md"),
    *("tools/*.py", "examples/**/README.md", "docs/*.md", "*.md", "Makefile"),
)
# Programs that are repaired are not ours to word; the glossary, this check and its tests have to name the words.
SKIPPED = (
    *("benchmarks/repair/programs/", "benchmarks/planning/seeds/"),
    *(GLOSSARY, "tools/terminology.py", "testfix_pipeline_tests/test_terminology.py"),
)
_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def main(arguments: list[str]) -> int:
    """Returns 0 if no file holds more wrong terms than it may, 1 otherwise; prints what to change and where."""
    root = Path(next((one for one in arguments if not one.startswith("--")), Path(__file__).parents[1]))
    pattern = wrong_terms((root / GLOSSARY).read_text(encoding="utf-8"))
    found = {name: lines for name, lines in search(root, pattern) if lines}
    counts = {name: sum(len(terms) for _, terms in lines) for name, lines in found.items()}
    allowed = read_allowed(root / ALLOWED)
    if "--update" in arguments:
        return update(root / ALLOWED, counts, allowed)
    above = sorted(above_allowance(root, counts, allowed))
    for name, lines in ((name, found[name]) for name in above):
        print(f"{name}: {counts[name]} wrong terms, {allowed.get(name, 0)} allowed")
        print(*(f"  {name}:{number}: {', '.join(terms)}" for number, terms in lines), sep="\n")
    print(f"terminology: {len(above)} files above their allowance, {sum(counts.values())} wrong terms in all")
    if above:
        print(f"{GLOSSARY} has the right ones")
    return bool(above)


def above_allowance(root: Path, counts: Mapping[str, int], allowed: Mapping[str, int]) -> set[str]:
    """The files that hold more wrong terms than they may; new files may hold what files that are gone held."""
    above = {name for name, count in counts.items() if name in allowed and count > allowed[name]}
    new = {name for name in counts if name not in allowed}
    gone = sum(count for name, count in allowed.items() if not (root / name).exists())
    return above | (new if sum(counts[name] for name in new) > gone else set())


def wrong_terms(glossary: str) -> re.Pattern[str]:
    """A pattern of all wrong terms with their endings, for lower-case words joined by single spaces."""
    rows = (line.split("|") for line in glossary.splitlines() if line.startswith("| "))
    terms = {term for row in rows if len(row) > 4 for term in re.findall(r"`([a-z ]+)`", row[3])}
    return re.compile(rf"\b(?:{'|'.join(_with_endings(term) for term in sorted(terms, key=len, reverse=True))})\b")


def _with_endings(term: str) -> str:
    if term.endswith("y"):
        return f"{term[:-1]}(?:y|ies)"
    return f"{term[:-1]}(?:e|es|ed|ing)" if term.endswith("e") else f"{term}(?:s|ed|ing)?"


def search(root: Path, pattern: re.Pattern[str]) -> Iterator[tuple[str, list[tuple[int, list[str]]]]]:
    """Each searched file with the numbers of its lines that hold wrong terms, and these; line 0 is its name."""
    for path in sorted({path for searched in SEARCHED for path in root.glob(searched)}):
        name = path.relative_to(root).as_posix()
        if not name.startswith(SKIPPED):
            text = f"{path.stem}\n{path.read_text(encoding='utf-8')}"
            found = ((number, pattern.findall(words(line))) for number, line in enumerate(text.splitlines()))
            yield name, [(number, terms) for number, terms in found if terms]


def words(line: str) -> str:
    """The words of a line, with snake_case and CamelCase taken apart, in lower case, joined by single spaces."""
    return " ".join(_PART.findall(line)).lower()


def read_allowed(path: Path) -> dict[str, int]:
    """The number of wrong terms that each file may hold; empty if the file is missing."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    return {name: int(number) for number, name in (line.split(maxsplit=1) for line in lines)}


def update(path: Path, counts: dict[str, int], allowed: dict[str, int]) -> int:
    """Writes the counts of today and returns 0; returns 1 and writes nothing if their sum rose."""
    before, now = sum(allowed.values()), sum(counts.values())
    if allowed and now > before:
        print(f"terminology: {now} wrong terms, {before} allowed: {Counter(counts) - Counter(allowed)}")
        return 1
    path.write_text("".join(f"{counts[name]} {name}\n" for name in sorted(counts)), encoding="utf-8")
    print(f"terminology: {now} wrong terms allowed, {before} before")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
