"""Writes the table of what libraries lost, out of their releases, which are read and not executed.

    python tools/library_removals.py FOLDER [LIBRARY...]   # FOLDER/NAME/VERSION has the unpacked wheel of a release

With libraries, the rows of others stay as they are, and so do those of releases that are not in the folder.

Of a public name, a method or a keyword that a release has and the newest one does not, the old release tells what
takes its place: by what it warns of, by what it made it of, or by what it gave it to. Left out are names without a
replacement that the newest release has, and those that only moved: they are found where it is installed. Nothing is
typed by hand.
"""

from __future__ import annotations

import ast
import importlib
import json
import re
import sys
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from packaging.version import Version

from testfix_pipeline.execution.in_target import testfix_library_old, testfix_library_spelling

ROOT = Path(__file__).parents[1]
LIBRARIES = ROOT / "testfix_pipeline" / "repair" / "languages" / "python" / "libraries"
TABLE = LIBRARIES / "inquiry" / "library_removals.json"
OldReleaseFolder: Any = testfix_library_old.OldReleaseFolder
methods_of: Any = testfix_library_old.methods_of
alternatives_in: Any = testfix_library_old.alternatives_in
renamed_parameters: Any = testfix_library_old.renamed_parameters
hinted_names: Any = testfix_library_spelling.hinted_names
_Function = ast.FunctionDef | ast.AsyncFunctionDef
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_SKIPPED = re.compile(r"(?:^|[./])(?:tests?|testing|conftest|locale|externals|_[a-z]\w*|migrations)(?=[./]|$)")
_PRIVATE = re.compile(r"\b_")
_SPEAKS = re.compile(r"deprecat|going away|legacy alias|renamed|moved|removed|replaced", re.I)
_EXAMPLE = re.compile(r"\binstead\b.{0,8}::", re.I)
"""An expression follows that does the same: the function in it alone is no replacement."""
_VALUE = r"(?:\w=|\b\d|\b(?:True|False|None|bool|float|int|object|str)\b)"
"""A keyword or a fixed value among the arguments of a call."""


class Releases:
    """A release and the newest one, with what the newest one has."""

    def __init__(self, old: Path, new: Path) -> None:
        self.old = OldReleaseFolder(str(old), old.parent.name, old.name)
        self.new = OldReleaseFolder(str(new), new.parent.name, new.name)
        self.modules = sorted(_modules(old))
        self.is_new_module = {*_modules(new)}.__contains__
        self.names_now = cache(self.new.names)
        self.attributes = cache(self._attributes)
        self.functions_now = cache(self._functions_now)

    def _functions_now(self, module: str) -> dict[str, _Function]:
        """The functions and methods that a module of the newest release defines itself, by qualified name."""
        tree = self.new._tree(module)
        body = tree.body if tree else []
        methods = {
            f"{node.name}.{name}": one
            for node in body
            if isinstance(node, ast.ClassDef)
            for name, one in methods_of(node).items()
        }
        return {**{node.name: node for node in body if isinstance(node, _FUNCTIONS)}, **methods}

    def has(self, module: str, owner: str, name: str) -> bool:
        """Whether the newest release may have a name; of what can't be read it is assumed."""
        if not owner and self.is_new_module(f"{module}.{name}"):
            return True
        if owner:
            return name in self.attributes(module, owner)
        said = self.new.text(module).decode("utf-8", "replace") if "__getattr__" in self.names_now(module) else ""
        return self.defines(module, name) or re.search(rf"\b{name}\b", said) is not None

    def defines(self, module: str, name: str) -> bool:
        """Whether the newest release surely has a name."""
        return name in self.names_now(module) or self.new.definition(module, name) is not None

    def _attributes(self, module: str, owner: str, hops: int = 6) -> set[str]:
        """The names in a class of the newest release and in its bases; empty where one of them is not known."""
        found = self.new.definition(module, owner)
        if found is None or not isinstance(found[1], ast.ClassDef) or not hops:
            return set()
        where, node = found
        own = {one for inner in node.body for one in _bound(inner)}
        for base in node.bases:
            text = ast.unparse(base.value if isinstance(base, ast.Subscript) else base)  # Generic[T] is Generic
            if text == "object":
                continue
            more = self._base(where, text, hops - 1)
            if not more:
                return set()
            own |= more
        return own

    def _base(self, module: str, text: str, hops: int) -> set[str]:
        """The names in a base class as a module writes it: its own, one of a module that it imports, or Python's."""
        top, _, name = text.rpartition(".")
        if top:
            home = self._imported(module).get(top, top)
            return self.attributes(home, name, hops) or _standard_attributes(home, name)
        where, node = self.new.definition(module, name) or (module, None)
        return self.attributes(module, name, hops) or _standard_attributes(where, node if isinstance(node, str) else "")

    def _imported(self, module: str) -> dict[str, str]:
        """By local name what a module's imports stand for."""
        tree = self.new._tree(module)
        found = {}
        for node in tree.body if tree else ():
            if isinstance(node, ast.Import):
                found.update({one.asname or one.name: one.name for one in node.names})
            if isinstance(node, ast.ImportFrom):
                home = self.new.absolute(node, module)
                found.update({one.asname or one.name: f"{home}.{one.name}" for one in node.names})
        return found


def _standard_attributes(module: str, name: str) -> set[str]:
    """The names in a class of Python's own library; empty where it is none."""
    return {*dir(value)} if isinstance(value := _standard(module, name), type) else set()


def _standard(module: str, name: str) -> Any:
    """What a name in a module of Python's own library stands for; None for others."""
    if module.partition(".")[0] not in sys.stdlib_module_names:
        return None
    try:
        return getattr(importlib.import_module(module), name, None)
    except ImportError:
        return None


def _bound(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
        yield node.name
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    yield from (one.id for one in targets if isinstance(one, ast.Name))


def _modules(folder: Path) -> Iterator[str]:
    """The public modules of a release."""
    for path in folder.rglob("*.py"):
        relative = path.relative_to(folder)
        name = ".".join(relative.with_suffix("").parts).removesuffix(".__init__")
        if "-" not in relative.parts[0] and not _SKIPPED.search(name):
            yield name


def rows_of(releases: Releases) -> Iterator[tuple[str, list[str], str]]:
    """(full name, replacements, what says so) of what is gone."""
    for module in releases.modules:
        if not releases.is_new_module(module):
            yield from _module(module, releases)
        for name in sorted(releases.old.names(module)):
            is_public = name.isidentifier() and not name.startswith("_")  # "*" is none
            if is_public and not releases.has(module, "", name):
                yield from _name(module, name, releases)
        tree = releases.old._tree(module)
        for node in tree.body if tree else ():
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                yield from _methods(module, node, releases)
            if isinstance(node, _FUNCTIONS):
                yield from _keywords(module, node.name, node, releases)


def _name(module: str, name: str, releases: Releases) -> Iterator[tuple[str, list[str], str]]:
    found = []
    definition = releases.old.definition(module, name)
    if definition is not None and definition[0] != module and not releases.old.is_package(module):
        return  # a module's imports are no interface
    is_equal = (
        definition is not None and _is_other_name(definition[1]) and _is_bound_once(definition[0], name, releases)
    )
    for home, other, evidence in releases.old.successors(module, name) if is_equal else ():
        if other != name and not other.startswith("_") and _exists(home or module, other, module, releases):
            found.append((f"{home or module}.{other}", evidence))
    texts = [one for text in releases.old.warnings(module, name) for one in _telling(text)]
    is_class = definition is not None and isinstance(definition[1], ast.ClassDef)
    named = [(one, text) for text in texts for one in _named(text, module, "", name, releases)]
    found += [(one, text) for one, text in named if not is_class or _may_be_class(one, releases)]
    if found:
        yield f"{module}.{name}", list(dict.fromkeys(one for one, _ in found))[:3], found[0][1]


def _is_bound_once(module: str, name: str, releases: Releases) -> bool:
    """Whether a module gives a name one meaning only, and not another one by the interpreter's version."""
    tree = releases.old._tree(module)
    return [*_bindings(tree.body if tree else [])].count(name) < 2


def _bindings(body: Sequence[ast.stmt]) -> Iterator[str]:
    """The names that statements define, those in blocks of conditions too."""
    for node in body:
        yield from _bound(node)
        for block in ("body", "orelse") if isinstance(node, ast.If) else ():
            yield from _bindings(getattr(node, block))


def _may_be_class(full: str, releases: Releases) -> bool:
    """Whether a name may take the place of a class: no function does."""
    module, _, name = full.rpartition(".")
    value, definition = _standard(module, name), releases.new.definition(module, name)
    return isinstance(value, type) or (value is None and not (definition and isinstance(definition[1], _FUNCTIONS)))


def _is_other_name(definition: ast.AST | str) -> bool:
    """Whether a definition only says another name: no class, whose base is no equal of it, nor a function that does
    more than warn and call another one with its parameters."""
    if isinstance(definition, _FUNCTIONS):
        last = definition.body[-1]
        call = last.value if isinstance(last, ast.Return) else None
        is_plain = all(isinstance(one, ast.Expr) for one in definition.body[:-1])
        own = len(definition.args.args) + (definition.args.vararg is not None)
        return is_plain and isinstance(call, ast.Call) and len(call.args) == own > 0
    return isinstance(definition, ast.Assign | ast.AnnAssign) and isinstance(definition.value, ast.Name | ast.Attribute)


def _telling(text: str) -> list[str]:
    """The sentences of a text that speak of what is gone, each with the one behind it."""
    sentences = re.split(r"(?<=[.;!])\s+", " ".join(text.split()))
    starts = [number for number, one in enumerate(sentences) if _SPEAKS.search(one)]
    said = [" ".join(sentences[number : number + 2]) for number in starts]
    return [one for one in said if not _EXAMPLE.search(one)]


def _exists(home: str, name: str, module: str, releases: Releases) -> bool:
    """Whether the newest release, or Python, has a name where the old one had it from; of others nothing is known."""
    own = home.partition(".")[0] == module.partition(".")[0]
    return releases.has(home, "", name) if own else _standard(home, name) is not None


def _module(module: str, releases: Releases) -> Iterator[tuple[str, list[str], str]]:
    """What a module that only passes names on says of where they are."""
    tree = releases.old._tree(module)
    if not tree or any(isinstance(one, (*_FUNCTIONS, ast.ClassDef)) for one in tree.body):
        return
    for text in _texts_of(tree):
        found = [one for one in hinted_names(text) if releases.is_new_module(one) and one != module]
        if found:
            yield module, found[:1], text
            return


def _methods(module: str, node: ast.ClassDef, releases: Releases) -> Iterator[tuple[str, list[str], str]]:
    now = releases.attributes(module, node.name)
    for name, method in methods_of(node).items():
        if now and name not in now and not name.startswith("_"):
            texts = _texts_of(method)
            found = [(one, text) for text in texts for one in _named(text, module, node.name, name, releases)]
            called = _passed_on(method)
            if called in now:
                found.append((f"{module}.{node.name}.{called}", f"it calls {called}"))
            found = [one for one in found if one[0].rpartition(".")[2] not in _raised(method)]
            if found:
                full = f"{module}.{node.name}.{name}"
                yield full, list(dict.fromkeys(one for one, _ in found))[:3], found[0][1]
        if name == "__init__" or name in now:
            yield from _keywords(module, f"{node.name}.{name}", method, releases)
    for alias in node.body:
        if isinstance(alias, ast.Assign) and isinstance(alias.value, ast.Name) and alias.value.id in now:
            names = (one.id for one in alias.targets if isinstance(one, ast.Name))
            for name in (one for one in names if one not in now and not one.startswith("_")):
                said = f"{releases.old.said} made it of {alias.value.id}"
                yield f"{module}.{node.name}.{name}", [f"{module}.{node.name}.{alias.value.id}"], said


def _raised(method: _Function) -> set[str]:
    """The methods whose results one raises: they are no equals of it."""
    raised = [one.exc for one in ast.walk(method) if isinstance(one, ast.Raise) and isinstance(one.exc, ast.Call)]
    return {one.func.attr for one in raised if isinstance(one.func, ast.Attribute)}


def _passed_on(method: _Function) -> str:
    """The other method that one returns the result of, with its own parameters; "" where it does something else."""
    *others, last = method.body
    is_plain = all(isinstance(one, ast.Expr) or _is_constant(one) for one in others)
    call = last.value if isinstance(last, ast.Return) and is_plain else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return ""
    given = [ast.unparse(one) for one in (call.func.value, *call.args)]
    is_plain = not call.keywords and given == [one.arg for one in method.args.args] and given[:1] == ["self"]
    return call.func.attr if is_plain else ""


def _is_constant(node: ast.stmt) -> bool:
    """Whether a statement only gives a text a name."""
    return isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)


def _texts_of(node: ast.AST) -> list[str]:
    """The sentences of a node's texts that speak of what is gone."""
    texts = [one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    return [one for text in [*texts, *alternatives_in(node)] for one in _telling(text)]


def _keywords(module: str, qualname: str, node: ast.AST, releases: Releases) -> Iterator[tuple[str, list[str], str]]:
    now = releases.functions_now(module).get(qualname)
    if now is None or now.args.kwarg or not isinstance(node, _FUNCTIONS):
        return
    names, known = _parameters(now), [*_parameters(node), *renamed_parameters(node)]
    for keyword in [name for name in known if name not in names]:
        found = [one for one in releases.old.heirs(module, qualname, keyword, names) if " took " in one[1]]
        found = [one for one in found if one[0] not in known] or found[:1]
        if found:
            yield f"{module}.{qualname}({keyword})", list(dict.fromkeys(one for one, _ in found))[:2], found[0][1]


def _parameters(node: _Function) -> list[str]:
    return [one.arg for one in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]


def _named(text: str, module: str, owner: str, name: str, releases: Releases) -> Iterator[str]:
    """The full names that a text names in place of another one, where the newest release has them."""
    for dotted in hinted_names(text):
        path, _, last = dotted.rpartition(".")
        if re.search(rf"\b{re.escape(dotted)}\([^()]*?{_VALUE}", text):
            continue  # it is called with a value that calls of the old name do not give
        if owner and not path and last != name and last in releases.attributes(module, owner):
            yield f"{module}.{owner}.{last}"
        homes = [path] if path else [] if owner else [module]
        for home in homes:
            is_there = releases.is_new_module(home) and releases.defines(home, last)
            if (home, last) != (module, name) and (is_there or _standard(home, last) is not None):
                yield f"{home}.{last}"


def table(folder: Path, libraries: Collection[str] = ()) -> dict[str, dict[str, Any]]:
    """By full name the last release that has it, what may be used instead, and what says so; of some libraries, or
    all."""
    found: dict[str, dict[str, Any]] = {}
    for library in sorted(one for one in folder.iterdir() if one.name in libraries or not libraries):
        releases = sorted((one for one in library.iterdir() if one.is_dir()), key=lambda one: Version(one.name))
        for old in releases[:-1]:
            for name, named, says in rows_of(Releases(old, releases[-1])):
                is_private = _PRIVATE.search(name.replace(".__init__", ""))
                use = [one for one in named if not _PRIVATE.search(one)]
                if use and not is_private:
                    last = f"{library.name} {old.name}"
                    found[name] = {"use": use, "says": " ".join(says.split())[:160], "last": last}
    return dict(sorted(found.items()))


def main() -> None:
    chosen = sys.argv[2:]
    known: dict[str, dict[str, Any]] = json.loads(TABLE.read_text(encoding="utf-8")) if chosen else {}
    folder = Path(sys.argv[1])
    kept = {name: one for name, one in known.items() if not folder.joinpath(*one["last"].split()).is_dir()}
    rows = dict(sorted({**kept, **table(folder, chosen)}.items()))
    text = ",\n".join(f" {json.dumps(name)}: {json.dumps(one, sort_keys=True)}" for name, one in rows.items())
    TABLE.write_text(f"{{\n{text}\n}}\n", encoding="utf-8")
    print(f"{len(rows)} names")


if __name__ == "__main__":
    main()
