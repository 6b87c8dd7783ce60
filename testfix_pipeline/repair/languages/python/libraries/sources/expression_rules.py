"""Fixes for what is gone of which a table says what expression does the same: `expression_rules.toml`.

A rule is tried where the program asks for a name that is gone, or, where the rule names an error's text, at the line
that the error comes of. Tests decide between several replacements.
"""

from __future__ import annotations

import ast
import itertools
import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from testfix_pipeline.core.python_code import FunctionNode, expression
from testfix_pipeline.core.python_imports import imported_names
from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.expression_edits import CHANGING, OF_PYTHON, RuledFile
from testfix_pipeline.repair.languages.python.libraries.edits.expression_patterns import dotted, names_of_imports
from testfix_pipeline.repair.languages.python.libraries.edits.expression_rule import ExpressionRule, rule_of
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import texts_of
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import LostName
from testfix_pipeline.repair.languages.python.libraries.inquiry.named_libraries import fix_of_error, update_of
from testfix_pipeline.repair.languages.python.libraries.inquiry.recognition import NO_ATTRIBUTE, lost_module, lost_name
from testfix_pipeline.repair.languages.python.libraries.inquiry.removals import library_removals, removals
from testfix_pipeline.repair.languages.python.source import SourceFile

TABLE = Path(__file__).with_name("expression_rules.toml")
MOST_SAID = 3
SHORT = 3
OF_OTHERS = frozenset({"execute", "fromstring", "getsize", "lookup", "newbyteorder", "nonzero", "save", "tostring"})
"""Names of the table that others have too: os.path.getsize, dtype.newbyteorder, xml.etree.ElementTree.tostring."""
_REMOVED = re.compile(r"`(\w+)` was removed from the (\w+) class")
LIKELIHOOD, NEXT = 0.88, 0.95
"""As far as what an old release says; the factor for each further replacement."""


@cache
def expression_rules() -> tuple[ExpressionRule, ...]:
    """The rules of the table, in its order."""
    return tuple(map(rule_of, rows_in(_table()["rule"])))


def rows_in(table: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """The rows of a table, one for each name of those that stand for several."""
    return (one for row in table for one in _rows(row))


def _rows(row: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The rows that one stands for: one for each name of `each`, which takes the place of EACH in its texts, as what
    `each` says of the name takes that of SAID."""
    each = row.get("each", [""])
    for (old, new), name in itertools.product(row["write"].items(), each):
        said = str(each[name]) if isinstance(each, dict) else ""
        known = {**row, "old": old, "new": new}
        yield {key: _with_name(value, name, said) for key, value in known.items() if key != "write"}


def _with_name(value: Any, name: str, said: str) -> Any:
    if isinstance(value, list):
        return [_with_name(one, name, said) for one in value]
    return value.replace("EACH", name).replace("SAID", said) if isinstance(value, str) else value


def removed_modules() -> Mapping[str, str]:
    """By outermost module that a library no longer has the library."""
    found: dict[str, str] = _table()["modules"]
    return found


def extensions() -> Mapping[str, str]:
    """By package that is gone the beginning of the names that its modules have as packages of their own."""
    found: dict[str, str] = _table()["extensions"]
    return found


def advice() -> Mapping[str, str]:
    """By name that is gone what a person may do where no expression takes its place."""
    found: dict[str, str] = _table()["advice"]
    return found


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(TABLE.read_text(encoding="utf-8"))


@dataclass(frozen=True)
class _Lost:
    """Something that is gone: a full name; of a class's attribute, its last two parts."""

    full: str
    is_module: bool = False
    is_attribute: bool = False
    library: str = ""
    version: str = ""

    def has(self, name: str) -> bool:
        """Whether a full name of a rule went with this."""
        if self.is_attribute:
            return name.split(".")[-2:] == self.full.split(".")[-2:]
        return name == self.full or (self.is_module and name.startswith(f"{self.full}."))


def expression_fixes(
    failures: Sequence[Failure], lost: Sequence[LostName], files: Mapping[str, SourceFile]
) -> Iterator[LibraryFix]:
    """Fixes for each name that is gone, before them one for all names of modules, and for each error that a rule names.

    files: those that may be edited.
    """
    every = dict.fromkeys([*map(_of_lost, lost), *_of_failures(failures)])
    modules = [one for one in every if one.is_module]
    of_modules: dict[_Lost, Sequence[ExpressionRule]] = {}
    single: list[LibraryFix] = []
    for one in every:
        if any(module.has(one.full) and module != one for module in modules):
            continue
        rules = [rule for rule in (*expression_rules(), *_of_version(one)) if any(map(one.has, rule.gone))]
        if rules:
            rules += _of_other_classes(rules)
            own = [*rules, *_of_names(one, files)] if one.is_module else rules
            is_called = all(isinstance(rule.old, ast.Call) for rule in rules)
            is_everywhere = not one.is_attribute or (is_called and not _is_ambiguous(one, files))
            lines = None if is_everywhere else _last_lines(failures)
            single += _fixes([one], own, files, lines)
            of_modules.update({} if one.is_attribute else {one: own})
    if len(of_modules) > 1:  # fixes that change one import statement can't be joined later
        yield from itertools.islice(_fixes([*of_modules], [*itertools.chain(*of_modules.values())], files, None), 1)
    yield from single
    for failure in filter(is_ruled, failures):
        found = (rule for rule in expression_rules() if rule.error is not None and rule.error.search(failure.error))
        for _, alike in itertools.groupby(found, lambda rule: (rule.error, rule.says, rule.everywhere)):
            yield from _at_line(list(alike), failure, files)


def rule_fixes(
    lost: LostName, rules: Sequence[ExpressionRule], files: Mapping[str, SourceFile]
) -> Iterator[LibraryFix]:
    """The fixes of rules that are known for one lost name alone."""
    yield from _fixes([_of_lost(lost)], rules, files, None) if rules else ()


def is_ruled(failure: Failure) -> bool:
    """Whether an error says what a rule is for. Most say nothing: then no rule's code has to be parsed."""
    return any(re.search(error, failure.error) for error in _errors())


@cache
def _errors() -> tuple[str, ...]:
    return tuple(str(row["error"]) for row in rows_in(_table()["rule"]) if "error" in row)


def said_by_rule(text: str) -> str:
    """What a rule puts in the place of what an error or a warning is about, "" where none is for it."""
    return next((one.new[0] for one in expression_rules() if one.error is not None and one.error.search(text)), "")


def covered(fix: LibraryFix, lost: LostName) -> bool:
    """Whether a fix by a rule takes the place of a lost name, or of the module that had it."""
    heads = fix.symbol.split(", ") if fix.kind == "library.rule" else []
    return any(f"{head}.".startswith(f"{lost.place.full}.") for head in heads)


def _of_lost(lost: LostName) -> _Lost:
    is_attribute = bool(lost.place.owner)
    return _Lost(lost.place.full, lost.is_module and not is_attribute, is_attribute, lost.library, lost.version)


def _of_failures(failures: Sequence[Failure]) -> Iterator[_Lost]:
    """The attributes that objects lack, by what failures say: the class may not be known to be a library's."""
    for one in failures:
        update = one.update
        known = (update.library, update.version) if update is not None else ("", "")
        if found := _REMOVED.search(one.error):
            yield _Lost(f"{found[2]}.{found[1]}", False, True, *known)
        found = NO_ATTRIBUTE.search(one.error)
        if found is not None and not lost_module(one.error) and not lost_name(one):
            yield _Lost(f"{found[1]}.{found[2]}", False, True, *known)


def _of_other_classes(rules: Sequence[ExpressionRule]) -> list[ExpressionRule]:
    """The rules for what other classes of the library had under the same name: `Series.append` beside `DataFrame`'s."""
    known = {(rule.method, gone.partition(".")[0]) for rule in rules if rule.method for gone in rule.gone}
    others = (rule for rule in expression_rules() if rule not in rules)
    return [rule for rule in others if any((rule.method, gone.partition(".")[0]) in known for gone in rule.gone)]


def _of_version(lost: _Lost) -> Iterator[ExpressionRule]:
    """The rule for the version of a library that its module no longer says: what is installed says it."""
    module, _, name = lost.full.rpartition(".")
    if name == "__version__" and module and "." not in module and lost.version:
        new = f'importlib.metadata.version("{lost.library}")'
        says = "importlib.metadata has the versions of what is installed"
        yield ExpressionRule(expression(lost.full), (new,), (lost.full,), says, ("importlib.metadata",))


def _of_names(lost: _Lost, files: Mapping[str, SourceFile]) -> Iterator[ExpressionRule]:
    """Rules for the names of a lost module of which the other tables say what name takes their place."""
    texts = [source.text for source in files.values() if lost.full in source.text]
    words = set(re.findall(r"\w+", "\n".join(texts)))
    known = {name: (one.use, one.says) for name, one in removals().items()}
    known |= {name: (tuple(one["use"]), str(one["says"])) for name, one in library_removals().items()}
    for name, (use, says) in known.items():
        if use and lost.has(name) and name != lost.full and name.rpartition(".")[2] in words:
            module = use[0].rpartition(".")[0]
            yield ExpressionRule(expression(name), (use[0],), (name,), says, (module,) if module else ())


def _is_ambiguous(lost: _Lost, files: Mapping[str, SourceFile]) -> bool:
    """Whether objects of other classes may well have an attribute of the name: a short one, or one of the program's or
    of Python's containers or modules. Of those that change a container and return nothing it is seen whether a result
    is used."""
    name = lost.full.rpartition(".")[2]
    is_of_python = name not in CHANGING and any(hasattr(kind, name) for kind in OF_PYTHON)
    is_of_python |= name in OF_OTHERS
    return len(name) < SHORT or is_of_python or _is_defined(name, files)


def _is_defined(name: str, files: Mapping[str, SourceFile]) -> bool:
    """Whether the program has an attribute or a method of a name."""
    own = re.compile(rf"\.{name}\s*(?::[^=\n]+)?=(?!=)|^\s*(?:async )?(?:def|class) {name}\b", re.M)
    return any(own.search(source.text) for source in files.values())


def _last_lines(failures: Sequence[Failure]) -> dict[str, set[int]]:
    """By file the lines that failures end at."""
    found: dict[str, set[int]] = {}
    for frame in (frame for failure in failures for frame in failure.frames[-1:]):
        found.setdefault(frame.file, set()).add(frame.line)
    return found


def _fixes(
    gone: Sequence[_Lost],
    rules: Sequence[ExpressionRule],
    files: Mapping[str, SourceFile],
    lines: Mapping[str, Collection[int]] | None,
) -> Iterator[LibraryFix]:
    """One fix for each replacement that rules offer, at all uses in the program, or at these lines alone."""
    known: list[Mapping[str, str]] = []
    modules = frozenset(map(_module_of, files))
    exported = frozenset(_exported(files.values(), modules))
    lost_modules = [one for one in gone if one.is_module]
    for choice in range(max(len(rule.new) for rule in rules)):
        chosen = {path: None if lines is None else lines.get(path, ()) for path in files}
        applied = {
            path: RuledFile(source, rules, choice, chosen[path], modules, exported) for path, source in files.items()
        }
        is_gone = partial(_is_lost, lost_modules)
        if not all([one.apply(is_gone) for one in applied.values()]):  # noqa: C419 - all are edited
            continue
        texts = texts_of({path: one.edits for path, one in applied.items() if one.used})
        if texts and texts not in known:
            known.append(texts)
            note, about = _said(applied.values()), []
            for lost in gone:
                library = removed_modules().get(lost.full) or f"{lost.library} {lost.version}".strip() or "the library"
                note += f"; {library} has no {lost.full}"
                if name := removed_modules().get(lost.full, lost.library):
                    about.append(update_of(name, lost.version, lost.full, note))
            used = [name for one in applied.values() for rule in one.used.values() for name in rule.gone]
            symbol = ", ".join(dict.fromkeys(filter(partial(_is_lost, gone), used)))
            yield LibraryFix(texts, "library.rule", note, LIKELIHOOD * NEXT**choice, symbol, tuple(about))
            if any(rule.code for rule in rules):
                return  # a function of its own is for what can't be said without


def _is_lost(gone: Sequence[_Lost], name: str) -> bool:
    return any(one.has(name) for one in gone)


def _module_of(path: str) -> str:
    """The full name of the module in a file of the program, which may lie in `src`."""
    return path.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _exported(files: Iterable[SourceFile], modules: Collection[str]) -> Iterator[str]:
    """The names that files of the program import from its modules, "*" for all, or read of what imports name."""
    for source in files:
        names = names_of_imports(source)
        imported = (one for one in imported_names(source.nodes) if one.member)
        own = [one for one in imported if one.level or one.module in modules]
        yield from (one.member for one in own)
        local = {one.name for one in own}
        read = (node for node in source.nodes if isinstance(node, ast.Attribute))
        yield from (one.attr for one in read if dotted(one.value) in local or dotted(one.value, names) in modules)


def _said(files: Iterable[RuledFile]) -> str:
    """What was replaced by what, and what says so."""
    used = {said: rule.says for one in files for said, rule in one.used.items()}
    return "; ".join(dict.fromkeys([*list(used)[:MOST_SAID], *list(used.values())[:1]]))


def _at_line(
    rules: Sequence[ExpressionRule], failure: Failure, files: Mapping[str, SourceFile]
) -> Iterator[LibraryFix]:
    """One fix for each replacement of what an error comes of: at that line, or everywhere, where the program itself may
    have caught the error and raised another one. rules: those of one source for one error."""
    frame = failure.frames[-1] if failure.frames else None
    is_everywhere = rules[0].everywhere and not any(_is_defined(rule.method, files) for rule in rules if rule.method)
    for choice in range(max(len(rule.new) for rule in rules)):
        if is_everywhere:
            chosen = {path: RuledFile(source, rules, choice) for path, source in files.items()}
        elif frame is not None and frame.file in files:
            is_item = any(rule.is_item for rule in rules)
            lines = {frame.line, *(_same_index(files[frame.file], frame.line) if is_item else ())}
            chosen = {frame.file: RuledFile(files[frame.file], rules, choice, lines)}
        else:
            return
        if not all([one.apply() for one in chosen.values()]):  # noqa: C419 - all are edited
            return
        texts = texts_of({path: one.edits for path, one in chosen.items() if one.used})
        if texts:
            change, likelihood = _said(chosen.values()), LIKELIHOOD * NEXT**choice
            symbol = failure.update.symbol if failure.update is not None else ast.unparse(rules[0].old)
            older = next((rule.older for one in chosen.values() for rule in one.used.values()), "")
            yield fix_of_error(failure, texts, "library.rule", change, likelihood, symbol, older)


def _same_index(source: SourceFile, line: int) -> set[int]:
    """The lines of the function around one that index by the same variable, where that one indexes by one alone."""
    items = [node for node in source.nodes if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Name)]
    names = {ast.unparse(node.slice) for node in items if node.lineno == line}
    scopes = [node for node in source.nodes if isinstance(node, FunctionNode)]
    inner = [one for one in scopes if one.lineno <= line <= (one.end_lineno or one.lineno)][-1:]
    inside = {id(node) for one in inner for node in ast.walk(one)}
    return {one.lineno for one in items if id(one) in inside and {ast.unparse(one.slice)} == names}
