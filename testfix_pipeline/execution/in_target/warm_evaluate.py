"""A pool of expressions that is evaluated over the frames of a running program, within the rules of `warm_safe`.

Parts that expressions share are evaluated once for a frame.

Runs in the target's interpreter: standard library only, Python 3.9 and later.
"""

import ast
import builtins

import warm_safe
from warm_safe import Unsafe

VALUE, ERROR, UNSAFE = "v", "e", "u"
_INNER = {"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>", "<lambda>"}


class _Failed(Exception):
    """A part has no value; carries its outcome."""


class Scope:
    """The names of one frame, and what parts of the pool are known to be there.

    Of a comprehension or lambda also those of the frame that it was written in, where that is the one that called it.
    """

    __slots__ = ("around", "globals", "known", "locals")

    def __init__(self, frame):
        self.locals, self.globals, self.known = frame.f_locals, frame.f_globals, {}
        outer = frame.f_back
        inner = frame.f_code.co_name in _INNER and outer is not None and frame.f_code in outer.f_code.co_consts
        self.around = outer.f_locals if inner else {}

    def name(self, name):
        for names in (self.locals, self.around, self.globals, vars(builtins)):
            if name in names:
                return names[name]
        raise NameError(name)


class Pool:
    """Expressions compiled into a net of parts; `add` gives each the number by which `look` evaluates it."""

    def __init__(self):
        self.parts = []
        self.numbers = {}

    def add(self, text, owner=""):
        """The expression's number. `owner`: the class around it, for private names. Raises SyntaxError."""
        return self._part(ast.parse(text.strip(), mode="eval").body, owner)

    def look(self, number, scope):
        """(VALUE, the value), (ERROR, the exception's class name) or (UNSAFE, why)."""
        found = scope.known.get(number)
        if found is None:
            try:
                found = VALUE, self.parts[number](scope)
            except _Failed as failed:
                found = failed.args[0]
            except Unsafe as why:
                found = UNSAFE, str(why)
            except (MemoryError, RecursionError) as why:
                found = UNSAFE, type(why).__name__
            except Exception as error:
                found = ERROR, type(error).__name__
            scope.known[number] = found
        return found

    def _get(self, number, scope):
        found = self.look(number, scope)
        if found[0] is not VALUE:
            raise _Failed(found)
        return found[1]

    def _part(self, node, owner):
        key = ast.dump(node), owner
        if key not in self.numbers:
            made = getattr(self, "_" + type(node).__name__.lower(), self._other)(node, owner)
            self.parts.append(made)
            self.numbers[key] = len(self.parts) - 1
        return self.numbers[key]

    def _several(self, nodes, owner):
        return [self._part(node, owner) for node in nodes]

    def _other(self, node, owner):
        def refuse(scope):
            raise Unsafe(type(node).__name__)

        return refuse

    def _name(self, node, owner):
        return lambda scope: scope.name(node.id)

    def _constant(self, node, owner):
        return lambda scope: node.value

    def _attribute(self, node, owner):
        base, name = self._part(node.value, owner), node.attr
        if name.startswith("__") and not name.endswith("__") and owner:
            name = "_%s%s" % (owner.lstrip("_"), name)
        return lambda scope: warm_safe.attribute(self._get(base, scope), name)

    def _boolop(self, node, owner):
        parts, stop = self._several(node.values, owner), isinstance(node.op, ast.Or)

        def decide(scope):
            for part in parts:
                value = self._get(part, scope)
                if warm_safe.truth(value) is stop:
                    break
            return value

        return decide

    def _ifexp(self, node, owner):
        test, yes, no = self._several((node.test, node.body, node.orelse), owner)
        return lambda scope: self._get(yes if warm_safe.truth(self._get(test, scope)) else no, scope)

    def _unaryop(self, node, owner):
        operand, op = self._part(node.operand, owner), type(node.op)
        if op is ast.Not:
            return lambda scope: not warm_safe.truth(self._get(operand, scope))
        if op is ast.USub:
            return lambda scope: warm_safe.negative(self._get(operand, scope))
        if op is ast.Invert:
            return lambda scope: warm_safe.inverted(self._get(operand, scope))
        return self._other(node, owner)

    def _binop(self, node, owner):
        left, right = self._several((node.left, node.right), owner)
        op = warm_safe.BINARY.get(type(node.op))
        if op is None:
            return self._other(node, owner)
        return lambda scope: warm_safe.apply(op, self._get(left, scope), self._get(right, scope))

    def _compare(self, node, owner):
        parts, ops = self._several([node.left, *node.comparators], owner), node.ops

        def compare(scope):
            for number, op in enumerate(ops):
                if not warm_safe.holds(op, *(self._get(part, scope) for part in parts[number : number + 2])):
                    return False
            return True

        return compare

    def _subscript(self, node, owner):
        base = self._part(node.value, owner)
        if isinstance(node.slice, ast.Slice):
            ends = [node.slice.lower, node.slice.upper, node.slice.step]
            ends = [None if end is None else self._part(end, owner) for end in ends]
            return lambda scope: warm_safe.item(
                self._get(base, scope), slice(*(None if end is None else self._get(end, scope) for end in ends))
            )
        index = self._part(node.slice, owner)
        return lambda scope: warm_safe.item(self._get(base, scope), self._get(index, scope))

    def _tuple(self, node, owner):
        parts = self._several(node.elts, owner)
        kind = {ast.Tuple: tuple, ast.List: list, ast.Set: set}[type(node)]
        return lambda scope: kind([self._get(part, scope) for part in parts])

    _list = _set = _tuple

    def _dict(self, node, owner):
        if node.keys:
            return self._other(node, owner)
        return lambda scope: {}

    def _call(self, node, owner):
        if node.keywords or any(isinstance(argument, ast.Starred) for argument in node.args):
            return self._other(node, owner)
        arguments = self._several(node.args, owner)
        if isinstance(node.func, ast.Attribute):
            base, name = self._part(node.func.value, owner), node.func.attr
            return lambda scope: warm_safe.method(
                self._get(base, scope), name, [self._get(a, scope) for a in arguments]
            )
        function = self._part(node.func, owner)
        return lambda scope: warm_safe.called(self._get(function, scope), [self._get(a, scope) for a in arguments])
