"""Fixes by what texts say to write in place of a name: errors, and what the old release said or warned of.

"Use `-lib.inf` instead", "book.getPage(number) was removed. Use book.pages[page_number] instead", "use
`Series.dt.parts().week`": each becomes a rule for the uses of the name. In place of a member, the first name of the
expression stands for its object. Arguments go to the other names of the expression in their order, or to the name that
is spelt as the text spells theirs; where there is none, to the first call that has none.
"""

from __future__ import annotations

import ast
import builtins
import copy
import re
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from testfix_pipeline.core.code_view import last_name, line_range
from testfix_pipeline.core.python_code import expression
from testfix_pipeline.core.python_imports import imported_names
from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.expression_edits import RuledFile
from testfix_pipeline.repair.languages.python.libraries.edits.expression_patterns import OBJECT, dotted, placeholders
from testfix_pipeline.repair.languages.python.libraries.edits.expression_rule import ExpressionRule
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import texts_of
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import LibraryName, LostName, Substitute
from testfix_pipeline.repair.languages.python.libraries.inquiry.named_libraries import fix_of_error
from testfix_pipeline.repair.languages.python.libraries.inquiry.old_releases import OUTDATED, OldRelease, release_files
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_fixes import Recorded, position_of
from testfix_pipeline.repair.languages.python.libraries.sources.name_fixes import lost_name_fix
from testfix_pipeline.repair.languages.python.source import SourceFile

LIKELIHOOD = 0.86
_USE = re.compile(r"\b(?:use|using|with|by|call|calling)\s+(?:the\s+)?", re.I)
_SAID = (
    re.compile(r"[`'\":]+([^`'\"\n]{1,80}?)[`'\"]"),
    re.compile(r"([^`'\"\n]{1,80}?)\s+instead\b", re.I),
    re.compile(r"([A-Za-z_]\w*(?:\.\w+(?:\([^()\n]{0,40}\))?)+)"),
)
"""What is marked as code, or stands before "instead", or a chain of attributes and calls."""
_MEMBER = re.compile(
    r"[`'\"]?(\w+\.\w+(?:\([\w, ]*\))?)[`'\"]? (?:is|was|has been) (?:deprecated|removed)\b[^\n]*?(?=use )", re.I
)


def replacements(text: str) -> list[ast.expr]:
    """The expressions that a text says to use, in its order; those that are names alone, too."""
    found: dict[str, ast.expr] = {}
    for use in _USE.finditer(text):
        for form in _SAID:
            said = form.match(text, use.end())
            node = _parsed(said[1]) if said is not None else None
            if node is not None and not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
                found.setdefault(ast.unparse(node), node)
                break
    return [*found.values()]


def _parsed(text: str) -> ast.expr | None:
    try:
        return expression(text)
    except SyntaxError:
        return None


def said_expressions(lost: Sequence[LostName], files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """One fix for each lost name and expression that its message names. files: those that may be edited."""
    for one in lost:
        for new in replacements(one.message):
            rules = [] if dotted(new) else _rules(one, new, [""])
            said = " ".join(one.message.split())[:200]
            yield from _fixes(one, new, f"the error says: {said}", _texts(rules, files))


def said_members(failures: Sequence[Failure], files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """One fix for each member of objects that an error says is gone, at all its uses."""
    known = set()
    for failure in failures:
        for old, new, rule in _of_error(failure):
            texts = _texts([rule], files) if (old, new) not in known else {}
            known.add((old, new))
            if texts:
                change = f"{old} -> {new}"
                yield fix_of_error(failure, texts, "library.said-call", change, LIKELIHOOD, old.partition("(")[0])


def tells_member(failure: Failure) -> bool:
    """Whether an error says what takes the place of a member of an object."""
    return next(_of_error(failure), None) is not None


def said_by_old(
    lost: Sequence[LostName],
    failures: Sequence[Failure],
    releases: Sequence[OldRelease],
    files: Mapping[str, SourceFile],
) -> Iterator[LibraryFix]:
    """The fixes for members of classes of which the old release says what to use instead.

    They are replaced where the program asks an object of the same name for them as where a failure ended.
    """
    for one, release in ((one, release) for one in lost for release in releases if release.folder is not None):
        place, known = one.place, release_files(release.folder)
        said = [text for text in known.member_warnings(place.module, place.owner, place.name) if OUTDATED.search(text)]
        used = asked_as_failed(one, failures, files)
        holders = {last_name(node.value) for _, node in used}
        for new in (new for text in said for new in replacements(text) if any(map(_is_call, ast.walk(new)))):
            evidence = f"{release.name} {release.version} says: use {ast.unparse(new)}"
            yield from _fixes(one, new, evidence, _texts(_rules(one, new, holders), files, _lines_of(used, holders)))


def asked_as_failed(
    lost: LostName, failures: Sequence[Failure], files: Mapping[str, SourceFile]
) -> list[tuple[str, ast.Attribute]]:
    """The uses of a lost member that ask an object of the same name as one where a failure ended, with their files."""
    ends = {(one.frames[-1].file, one.frames[-1].line) for one in failures if one.frames}
    used = [(site.file, node) for site in lost.sites for node in _attributes(files.get(site.file), site.position)]
    holders = {last_name(node.value) for file, node in used for line in line_range(node) if (file, line) in ends}
    return [(file, node) for file, node in used if last_name(node.value) in holders]


def said_by_warnings(recorded: Recorded, files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """The fixes for members of which the old release warned while its calls were recorded, for all objects of the same
    name."""
    done = set()
    for warning in recorded.old.warnings:
        source = files.get(warning.file)
        for node in _attributes(source, warning.position)[:1]:
            modules = {one.name for one in imported_names(source.nodes) if not one.member} if source is not None else ()
            same = [(path, other) for path, file in files.items() for other in _attributes(file, None, node.attr)]
            holders = {last_name(node.value)}
            lost = LostName(LibraryName(warning.module, "object", node.attr))
            for new in replacements(warning.text):
                rules = _rules(lost, new, holders) if ast.unparse(new).partition(".")[0] not in modules else []
                texts = _texts(rules, files, _lines_of(same, holders))
                if texts and (node.attr, ast.unparse(new)) not in done:
                    done.add((node.attr, ast.unparse(new)))
                    library, symbol = recorded.library(warning.module), f"{warning.module}.{node.attr}"
                    said = " ".join(warning.text.split())[:200]
                    note = f"{node.attr} -> {ast.unparse(new)}: {library}; the old release warned: {said}"
                    update = recorded.update(warning.module, symbol, note)
                    yield LibraryFix(texts, "library.warned-expression", note, LIKELIHOOD, symbol, (update,))


def _fixes(lost: LostName, new: ast.expr, evidence: str, texts: Mapping[str, str]) -> Iterator[LibraryFix]:
    substitute = Substitute(LibraryName(name=ast.unparse(new)), "message", evidence)
    if texts:
        yield replace(lost_name_fix(texts, "library.expression", lost, substitute), likelihood=LIKELIHOOD)


def _texts(
    rules: Sequence[ExpressionRule],
    files: Mapping[str, SourceFile],
    lines: Mapping[str, Collection[int]] | None = None,
) -> dict[str, str]:
    """The texts of the files that the first choices of rules change; empty where one can't be changed so.

    lines: by file the only ones in which methods are changed.
    """
    applied = {
        path: RuledFile(source, rules, 0, None if lines is None else lines.get(path, ()))
        for path, source in files.items()
    }
    if not all([one.apply() for one in applied.values()]):  # noqa: C419 - all are edited
        return {}
    return texts_of({path: one.edits for path, one in applied.items() if one.used})


def _attributes(source: SourceFile | None, position: Sequence[int] | None, name: str = "") -> list[ast.Attribute]:
    """The attribute at a position, or the method that is called there; all of a name where no position is given."""
    found = []
    for node in source.nodes if source is not None else ():
        attribute = node.func if isinstance(node, ast.Call) and position is not None else node
        if isinstance(attribute, ast.Attribute) and isinstance(node, ast.expr):
            is_meant = attribute.attr == name if position is None else position_of(node) == tuple(position)
            found += [attribute] if is_meant else []
    return found


def _lines_of(used: Sequence[tuple[str, ast.Attribute]], holders: Collection[str]) -> dict[str, set[int]]:
    """By file the lines where objects of these names are asked."""
    found: dict[str, set[int]] = {}
    for file, node in used:
        if last_name(node.value) in holders:
            found.setdefault(file, set()).add(node.end_lineno or node.lineno)
    return found


def _is_call(node: ast.AST) -> bool:
    return isinstance(node, ast.Call)


# -- rules -------------------------------------------------------------------------------------------------------------


def _of_error(failure: Failure) -> Iterator[tuple[str, str, ExpressionRule]]:
    """The member that an error says is gone, the expression that it names instead, and the rule."""
    error = " ".join(failure.error.split())
    for said in _MEMBER.finditer(error):
        old, new = _parsed(said[1]), next(iter(replacements(error[said.end() :])), None)
        if old is None:
            continue
        call, holder = old if isinstance(old, ast.Call) else ast.Call(old, [], []), said[1].partition(".")[0]
        named = {_plain(one.id): one.id for one in call.args if isinstance(one, ast.Name)}
        names = {} if new is None else {one: named.get(_plain(one), "") for one in _names(new)}
        names = {one: OBJECT if _plain(one) == _plain(holder) else other for one, other in names.items()}
        if new is None or dotted(new) or {*filter(None, names.values())} != {OBJECT, *named.values()}:
            continue
        made = _Named({one: other for one, other in names.items() if other}).visit(copy.deepcopy(new))
        wanted = _Named({holder: OBJECT}).visit(copy.deepcopy(call))
        yield said[1], ast.unparse(new), _rule(ast.unparse(wanted), ast.unparse(made), (said[1].partition("(")[0],))


def _plain(name: str) -> str:
    return name.replace("_", "").lower()


def _rules(lost: LostName, new: ast.expr, holders: Collection[str]) -> list[ExpressionRule]:
    """The rules for the calls, and other uses, of a lost name. holders: last names of the objects that are asked."""
    place, names = lost.place, _names(new)
    if not place.owner:
        said = {place.module, *re.findall(rf"`([\w.]+)\.{re.escape(place.name)}\b", lost.message)}
        made = _Named(dict.fromkeys(said, place.module)).visit(copy.deepcopy(new))
        roots = {one.partition(".")[0] for one in said}
        modules = [one for one in names if one in sys.stdlib_module_names]
        free = [one for one in names if one not in roots and one not in modules]
        return _of_arguments(place.full, made, free, (place.module, *modules))
    if not names or names[0] in (*sys.stdlib_module_names, place.module.partition(".")[0]):
        return []
    found = []
    for holder in holders:
        made = _Named({names[0]: OBJECT}).visit(copy.deepcopy(new))
        found += _of_arguments(f"{_object(made, holder)}.{place.name}", made, names[1:], ())
    return found


def _object(new: ast.expr, holder: str) -> str:
    """The beginning of an expression that stands for the object of a member, where that is asked of `holder`."""
    chains = [dotted(one) for one in ast.walk(new) if isinstance(one, ast.Attribute)]
    ends = [one for one in chains if holder and one.startswith(f"{OBJECT}.") and one.endswith(f".{holder}")]
    return min(ends, key=len, default=OBJECT)


def _of_arguments(old: str, new: ast.expr, free: Sequence[str], modules: Sequence[str]) -> list[ExpressionRule]:
    """The rules by the number of arguments: those at the end of a call may be left out."""
    gone = (old.replace(f"{OBJECT}.", "object."),)
    has_rest = any(isinstance(one, ast.Starred) for one in ast.walk(new))
    texts = [*free, *["*args"] * has_rest]
    if texts:
        left = [ast.unparse(_Named({}, {*free[count:]}).visit(copy.deepcopy(new))) for count in range(len(free) + 1)]
        fitting = [
            count for count in range(len(free), -1, -1) if not {*free[count:]} & {*_names(expression(left[count]))}
        ]
        return [_rule(f"{old}({', '.join([*free[:one], *texts[len(free) :]])})", left[one], gone, modules)
                for one in fitting]  # fmt: skip
    empty = next(
        (one for one in reversed([*ast.walk(new)]) if isinstance(one, ast.Call) and not one.args + one.keywords), None
    )
    alone = _rule(old, ast.unparse(new), (), modules)
    if empty is None:
        return [_rule(f"{old}()", ast.unparse(new), gone, modules), alone]
    filled = copy.deepcopy(new)
    same = next(one for one in ast.walk(filled) if ast.dump(one) == ast.dump(empty))
    assert isinstance(same, ast.Call)
    same.args, same.keywords = [ast.Starred(ast.Name("args"))], [ast.keyword(None, ast.Name("rest"))]
    return [_rule(f"{old}(*args, **rest)", ast.unparse(filled), gone, modules), alone]


def _rule(old: str, new: str, gone: tuple[str, ...], modules: Sequence[str] = ()) -> ExpressionRule:
    pattern = expression(old)
    return ExpressionRule(pattern, (new,), gone, "", tuple(modules), free=placeholders(pattern))


def _is_rest(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is ...


def _names(node: ast.expr) -> list[str]:
    """The names of an expression that Python does not have, in the order in which they are written."""
    found = [one for one in ast.walk(node) if isinstance(one, ast.Name) and not hasattr(builtins, one.id)]
    return list(dict.fromkeys(one.id for one in sorted(found, key=lambda one: (one.lineno, one.col_offset))))


class _Named(ast.NodeTransformer):
    """Gives names of an expression other names; `...` is all that is left, and absent arguments are left out."""

    def __init__(self, names: Mapping[str, str], absent: Collection[str] = ()) -> None:
        self.names, self.absent = names, absent

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return expression(self.names[node.id]) if node.id in self.names else node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        last = node.args[-1] if node.args else None
        node.args = node.args[:-1] if isinstance(last, ast.Name) and last.id in self.absent else node.args
        self.generic_visit(node)
        node.args = [ast.Starred(ast.Name("args")) if _is_rest(one) else one for one in node.args]
        return node
