"""Rules of what takes the place of expressions of a library, applied to one file."""

from __future__ import annotations

import ast
import builtins
import copy
import re
from collections.abc import Callable, Collection, Iterator, Sequence, Set
from typing import Any

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.core.python_code import FunctionNode, expression, names_in, parse
from testfix_pipeline.execution.in_target import testfix_library_uses
from testfix_pipeline.repair.languages.python.libraries.edits.expression_patterns import (
    OBJECT,
    ArgumentNotGiven,
    FilledDefaults,
    FilledPattern,
    PatternMatch,
    dotted,
    is_evaluated_alike,
    is_fitting,
    names_of_imports,
    root_of,
)
from testfix_pipeline.repair.languages.python.libraries.edits.expression_rule import ExpressionRule
from testfix_pipeline.repair.languages.python.libraries.edits.expression_texts import with_part
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, local_name
from testfix_pipeline.repair.languages.python.libraries.edits.moved_imports import Import
from testfix_pipeline.repair.languages.python.libraries.edits.value_kinds import kind_of
from testfix_pipeline.repair.languages.python.source import SourceFile

attributes_read: Any = testfix_library_uses.attributes_read
OF_PYTHON = (list, dict, set, frozenset, tuple, str, bytes)
CHANGING = frozenset({"add", "append", "clear", "discard", "extend", "insert", "remove", "reverse", "sort", "update"})
_CONTAINERS = (ast.Call, ast.keyword, ast.List, ast.Tuple, ast.Set, ast.Dict, ast.Assign, ast.Return, ast.Expr)
_ATOMS = (
    *(ast.Name, ast.Attribute, ast.Call, ast.Constant, ast.Subscript),
    *(ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp),
)
_Node = ast.expr | ast.Assign | ast.AnnAssign
_SLOT = re.compile(r"\bslot_\d+_(?!\w)")


class RuledFile:
    """The edits of one file by some rules, the number `choice` of what each offers.

    lines: the only ones in which methods, and what an error comes of, are changed; None: all.
    modules: those of the program, by full name: what the file imports from them may be an object. exported: names that
    its files import from others, or read of what they import.
    used: the rules by which something was changed, with what each put there.
    """

    def __init__(
        self,
        source: SourceFile,
        rules: Sequence[ExpressionRule],
        choice: int = 0,
        lines: Collection[int] | None = None,
        modules: Collection[str] = (),
        exported: Set[str] = frozenset(),
    ) -> None:
        words = set(re.findall(r"\w+", source.text))
        self.rules = [rule for rule in rules if rule.words <= words]
        self.source, self.choice, self.lines, self.modules, self.exported = source, choice, lines, modules, exported
        self._found: dict[_Node, tuple[ExpressionRule, PatternMatch] | None] = {}
        self.edits = FileEdits(source)
        self.names = names_of_imports(source)
        self.used: dict[str, ExpressionRule] = {}
        self.is_possible = True
        self._read: set[ast.Name] = set()
        self._named: set[str] = set()
        self._beside = ""
        self._imports: dict[str, None] = {}

    def apply(self, gone: Callable[[str], bool] = lambda name: False) -> bool:
        """Collect all edits; False where a use of a module that is `gone`, by its full name, is left."""
        if not (self.rules or any(map(gone, self.names.values()))):
            return True
        for node in self._outermost(self.source.tree):
            if (text := self._new_text(node)) is not None:
                self.edits.replace(*self.source.span(node), text)
        needed = [one for one in sorted(self._imports) if f"{one}." not in " ".join(self._imports)]
        self._drop_imports(gone, needed)
        for statement in needed:
            self.edits.add_import(statement, self._beside)
        return self.is_possible

    # -- expressions ---------------------------------------------------------------------------------------------------

    def _outermost(self, inside: ast.AST) -> Iterator[_Node]:
        """The outermost expressions and assignments that a rule is for."""
        for node in ast.iter_child_nodes(inside):
            if isinstance(node, _Node) and self._rule(node) is not None:
                yield node
            else:
                yield from self._outermost(node)

    def _rule(self, node: _Node) -> tuple[ExpressionRule, PatternMatch] | None:
        if node not in self._found:
            self._found[node] = self._matching(node)
        return self._found[node]

    def _matching(self, node: _Node) -> tuple[ExpressionRule, PatternMatch] | None:
        if not self.source.is_real(node):
            return None
        is_read = isinstance(getattr(node, "ctx", None), ast.Load | None)
        here = range(node.lineno, (node.end_lineno or node.lineno) + 1)
        is_elsewhere = self.lines is not None and not any(line in self.lines for line in here)
        for rule in self.rules:
            if is_elsewhere and (rule.method or rule.error is not None):
                continue
            if not (is_read or (rule.is_item and not rule.read)):
                continue
            match = PatternMatch(rule.old, rule.free, self.names)
            is_of_python = bool(rule.method) and self._is_of_python(rule, node)
            if not is_of_python and match.take(node) and self._is_meant(rule, match, node):
                return (rule, match) if rule.gone or not self._is_called(node) else None
        return None

    def _is_meant(self, rule: ExpressionRule, match: PatternMatch, node: _Node) -> bool:
        """Whether a rule is for what its pattern matches: the object of a method that is gone is no module, nor
        anything else that an import names, and none of the keywords that are left rules it out."""
        owner = match.values.get(OBJECT)
        lists = [value for value in match.values.values() if isinstance(value, list)]
        given = {one.arg for value in lists for one in value if isinstance(one, ast.keyword)}
        is_other = rule.most is not None and isinstance(node, ast.Call) and _is_more(node, rule.most)
        is_other |= bool(rule.written) and None in given  # what is spread may give the same keyword
        full = dotted(owner, self.names) if isinstance(owner, ast.expr) else ""
        is_own = full.rpartition(".")[0] in self.modules and full not in self.modules
        is_imported = rule.gone and full and not is_own
        is_used = rule.unused and not isinstance(self.source.parents.get(node), ast.Expr)
        is_other |= bool(given & (rule.written | rule.without) or rule.refused - match.values.keys())
        is_other |= bool(is_imported or is_used)
        return not (is_other or _counts(rule, match) or self._is_no_field(node)) and self._is_owned(rule, owner, node)

    @property
    def lines_of_matches(self) -> list[int]:
        """The first lines of what rules are for."""
        return sorted({node.lineno for node, found in self._found.items() if found is not None})

    def _is_no_field(self, node: _Node) -> bool:
        """Whether an assignment gives a plain name a value outside of the block of a class: it is a variable's."""
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        is_plain = isinstance(node, ast.stmt) and isinstance(target, ast.Name)
        return is_plain and not isinstance(self.source.parents.get(node), ast.ClassDef)

    def _is_owned(self, rule: ExpressionRule, owner: object, node: _Node) -> bool:
        """Whether the object of a method, and the function around, are those that a rule asks for."""
        scope = next((one for one in self.source.ancestors(node) if isinstance(one, FunctionNode)), None)
        text = self.source.text if scope is None else self.source.segment(scope)
        if rule.around is not None and not rule.around.match(text):
            return False
        kind = kind_of(owner, self.source) if isinstance(owner, ast.expr) and rule.owners else ""
        if kind not in rule.owners and any(kind in other.owners for other in self.rules):
            return False
        if rule.owner is None or not isinstance(owner, ast.expr):
            return rule.owner is None
        said = ast.unparse(owner)
        binding = (one for one in self.source.nodes if isinstance(one, ast.Assign) and isinstance(one.value, ast.Call))
        bound = [one.value for one in binding if said in map(ast.unparse, one.targets)]
        names = [last_name(one.func if isinstance(one, ast.Call) else one) for one in (owner, *bound)]
        is_context = isinstance(self.source.parents.get(node), ast.withitem)
        return is_context and any(map(rule.owner.fullmatch, names))

    def _is_called(self, node: _Node) -> bool:
        """Whether something is called, so that a rule for it by itself, without a name that is gone, is not for it."""
        parent = self.source.parents.get(node)
        return isinstance(parent, ast.Call) and parent.func is node

    def _is_of_python(self, rule: ExpressionRule, node: _Node) -> bool:
        """Whether a method may be one of Python's containers, which change and return nothing: they take no texts that
        a pattern names."""
        is_named = isinstance(rule.old, ast.Call) and any(isinstance(one, ast.Constant) for one in rule.old.args)
        is_shared = not is_named and any(hasattr(kind, rule.method) for kind in OF_PYTHON)
        return is_shared and self.lines is None and isinstance(self.source.parents.get(node), ast.Expr)

    def _new_text(self, node: _Node) -> str | None:
        """What takes the place of an expression of a rule; None where an argument is missing or a name is taken."""
        found = self._rule(node)
        if found is None:
            return None
        rule, match = found
        new = self._chosen(rule, match, node)
        (body,) = parse(new).body
        items = body.items if isinstance(body, ast.With) else []
        parts: list[_Node] = [item.context_expr for item in items]
        inner = body.body[0] if isinstance(body, ast.With) else body
        parts += [inner.value] if isinstance(inner, ast.Expr) else [inner] if isinstance(inner, _Node) else []
        texts = [self._filled(part, rule, match) for part in parts]
        bound = [ast.unparse(item.optional_vars) if item.optional_vars is not None else "" for item in items]
        is_taken = any(re.search(rf"\b{one}\b", self.source.text) for one in filter(None, bound))
        if None in texts or is_taken or self._is_asked(rule, node) or not self._add_code(rule, new):
            self.is_possible = False
            return None
        named = [f"{one} as {name}" if name else one for one, name in zip(texts, [*bound, ""], strict=False) if one]
        text = self._around(node, named)
        is_plain = text is not None and not items and not rule.code
        if is_plain and ast.dump(parse(text or "")) == ast.dump(parse(self.source.segment(node))):
            return None  # it has not what the rule is about: `k=k` may be given
        self._read.update(match.roots)
        self.used[f"{ast.unparse(rule.old)} -> {new}"] = rule
        return text

    def _is_asked(self, rule: ExpressionRule, node: _Node) -> bool:
        """Whether the program reads something that objects of the new class have not."""
        parent = self.source.parents.get(node)
        is_made = isinstance(parent, ast.Call) and parent.func is node
        return is_made and not rule.lacks.isdisjoint(attributes_read(parent, self.source.parents))

    def _chosen(self, rule: ExpressionRule, match: PatternMatch, node: _Node) -> str:
        parent = self.source.parents.get(node)
        is_unpacked = isinstance(parent, ast.Assign) and isinstance(parent.targets[0], ast.Tuple | ast.List)
        if rule.unpacked and is_unpacked:
            return rule.unpacked
        given = [one for name, one in match.values.items() if name != OBJECT and isinstance(one, ast.expr)]
        known = [rule.kinds[kind] for one in given if rule.kinds and (kind := kind_of(one, self.source)) in rule.kinds]
        return rule.new[min(known[0] if known else self.choice, len(rule.new) - 1)]

    def _around(self, node: _Node, texts: Sequence[str]) -> str | None:
        """A statement that is one expression, in the block of a `with`; the expression alone where there is none."""
        *contexts, text = texts
        if isinstance(node, ast.stmt):
            return text
        statement = self.source.parents.get(node)
        if not contexts:
            is_safe = isinstance(statement, _CONTAINERS) and getattr(statement, "func", None) is not node
            start, end = self.source.span(node)
            is_safe |= self.source.text[start - 1 : start] + self.source.text[end : end + 1] == "()"
            alike = (*_ATOMS, ast.UnaryOp) if isinstance(node, ast.UnaryOp) else _ATOMS
            return text if is_safe or isinstance(expression(text), alike) else f"({text})"
        if not isinstance(statement, ast.Expr):
            self.is_possible = False
            return None
        indent = f"{self.source.newline}{self.source.indent(statement)}    "
        return f"with {', '.join(contexts)}:{indent}{text}"

    def _filled(self, new: _Node, rule: ExpressionRule, match: PatternMatch) -> str | None:
        """The text of a replacement; None where an argument is missing or a name is taken."""
        if not is_fitting(new, match.values) or (rule.defaults is not None and not self._is_same(new, match)):
            return None
        new = FilledDefaults(rule.defaults or {}, match.values).visit(copy.deepcopy(new))
        slots: dict[str, ast.expr] = {}
        try:
            made = FilledPattern(match.values, rule.free, slots).visit(new)
        except ArgumentNotGiven:
            return None
        made = _References(self, rule).visit(made)
        if not self.is_possible:
            return None
        text = ast.unparse(ast.fix_missing_locations(made))
        is_one_line = self.lines is not None and bool(rule.method)  # a failure there says nothing about arguments
        fixed = {name for name, value in slots.items() if is_one_line and value is not match.values.get(OBJECT)}
        for name, node in slots.items():
            text = with_part(text, name, self._written(node, name in fixed))
        return text

    def _is_same(self, new: _Node, match: PatternMatch) -> bool:
        """Whether a replacement evaluates what a call gives as the call does, and Python's names mean the same here."""
        has_scope = any(isinstance(one, ast.comprehension) for one in ast.walk(new))
        if has_scope and any(map(self._is_in_class, match.roots)):
            return False  # it does not see the names of the class
        of_python = [one for one in names_in(new) - match.free if hasattr(builtins, one)]
        return is_evaluated_alike(new, match.values) and not any(map(self.edits.sets, of_python))

    def _is_in_class(self, node: ast.AST | None) -> bool:
        """Whether a node is in the block of a class, outside of its methods."""
        while node is not None and not isinstance(node, FunctionNode | ast.Lambda | ast.ClassDef):
            node = self.source.parents.get(node)
        return isinstance(node, ast.ClassDef)

    def _written(self, node: ast.expr, is_fixed: bool) -> str:
        """The text of a part of the program, with what rules replace in it, unless it is `is_fixed`."""
        start, end = self.source.span(node)
        text, offset = self.source.text[start:end], start
        if not is_fixed and (own := self._new_text(node)) is not None:
            return own
        spans = [] if is_fixed else [(self.source.span(one), one) for one in self._outermost(node)]
        for (first, last), one in sorted(spans, key=lambda pair: pair[0], reverse=True):
            new = self._new_text(one)
            text = text if new is None else text[: first - offset] + new + text[last - offset :]
        return text

    # -- imports -------------------------------------------------------------------------------------------------------

    def reference(self, module: str, rest: str) -> str:
        """What says `module.rest` in this file, which imports it if need be; "" where no name is free."""
        name, _, inner = rest.partition(".")
        after = f".{inner}" if inner else ""
        if known := self.edits.imported_as(module, name):
            self._named.add(known)
            return f"{known}{after}"
        if local := self.edits.local_name(module):
            self._named.add(local.partition(".")[0])
            return f"{local}.{rest}" if rest else local
        top = module.partition(".")[0]
        if not self.edits.binds(top) or self.names.get(top) == top:
            self._imports.setdefault(f"import {module}")
            return f"{module}.{rest}" if rest else module
        if not rest or self.edits.binds(name):
            self.is_possible = False
            return ""
        self._imports.setdefault(f"from {module} import {name}")
        return f"{name}{after}"

    def _add_code(self, rule: ExpressionRule, new: str) -> bool:
        """Add the rule's function or class where the replacement names it; False where its name is taken."""
        made = next((one for one in parse(rule.code).body if isinstance(one, ast.FunctionDef | ast.ClassDef)), None)
        if made is None or made.name not in names_in(parse(new)):
            return True
        for module in rule.imports:
            if self.edits.local_name(module) == module:
                self._named.add(module.partition(".")[0])
            else:
                self._imports.setdefault(f"import {module}")
        return self.edits.add_code(rule.code, [made.name], "")

    def _drop_imports(self, gone: Callable[[str], bool], needed: list[str]) -> None:
        """Take out the imports of what nothing reads any more; needed ones take their place."""
        for node in self.edits.imports:
            for alias in node.names:
                full = alias.name if isinstance(node, ast.Import) else f"{node.module}.{alias.name}"
                if self._is_unread(node, alias):
                    statement = needed.pop(0) if needed and node in self.source.tree.body else ""
                    self.is_possible &= self.edits.move_name(node, alias, statement)
                    self._beside = local_name(node, alias) if statement else self._beside
                elif gone(full) and not getattr(node, "level", 0):
                    self.is_possible &= self._is_for_nothing(node, alias) and self.edits.move_name(node, alias, "")

    def _is_for_nothing(self, node: Import, alias: ast.alias) -> bool:
        """Whether nothing seems to need a name that an import binds, here or in another file, or asks for it."""
        local = local_name(node, alias)
        is_passed_on = not self.exported.isdisjoint({local, "*"}) or self.source.path.endswith("__init__.py")
        is_asked = any(isinstance(one, ast.Try) for one in self.source.ancestors(node))
        return not (is_passed_on or is_asked or self.edits.keeps_unused(node)) and self.edits.loads(local) == []

    def _is_unread(self, node: Import, alias: ast.alias) -> bool:
        """Whether a name that an import binds was read, and every place that reads it was replaced."""
        local = local_name(node, alias)
        loads = self.edits.loads(local) if local not in self._named else None
        return bool(loads) and self._read.issuperset(loads or ())


def _is_more(call: ast.Call, most: int) -> bool:
    """Whether a call gives more positional arguments, or an unknown number of them."""
    return len(call.args) > most or any(isinstance(one, ast.Starred) for one in call.args)


def _counts(rule: ExpressionRule, match: PatternMatch) -> bool:
    """Whether a rule for operators, which an error is about, matched a constant: `len(a) - 1` is no array."""
    operators = (ast.BinOp, ast.UnaryOp, ast.Compare)
    is_operator = rule.error is not None and any(isinstance(one, operators) for one in ast.walk(rule.old))
    return is_operator and any(isinstance(one, ast.Constant) for one in match.values.values())


class _References(ast.NodeTransformer):
    """Puts in the place of dotted names of modules what the file calls them."""

    def __init__(self, file: RuledFile, rule: ExpressionRule) -> None:
        self.file, self.rule = file, rule

    def visit_Name(self, node: ast.Name) -> ast.expr:
        text = self.file.reference(node.id, "") if node.id in self.rule.imports else ""
        return expression(text) if text else node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        full, root = dotted(node), root_of(node)
        if root is not None and not _SLOT.fullmatch(root.id):
            holding = [one for one in self.rule.imports if full.startswith(f"{one}.")]
            module = max(holding, key=len, default="")
            text = self.file.reference(module, full.removeprefix(f"{module}.")) if module else full
            return expression(text) if text else node
        node.value = self.visit(node.value)
        return node
