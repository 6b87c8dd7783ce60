"""Evaluates a pool of expressions in the frames of a running program, within the rules of `warm_safe`.

Parts that expressions share are evaluated once for a frame.
"""

import ast
import builtins

import warm_safe
from warm_safe import Unsafe

VALUE, ERROR, UNSAFE = "v", "e", "u"
_INNER = {"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>", "<lambda>"}


class _Failed(Exception):
    """Raised when a part has no value; carries its outcome."""


class Scope:
    """The names visible in one frame, and the known outcomes of the pool's parts in it.

    Of a comprehension or lambda also those of the frame that it was written in, where that frame called it.
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
    """Expressions compiled into shared parts; `add` returns the number by which `evaluate` runs an expression."""

    def __init__(self):
        self.parts = []
        self.numbers = {}
        self.texts = {}

    def add(self, text, owner=""):
        """The expression's number. `owner`: the class around it, for private names. Raises SyntaxError."""
        if (text, owner) not in self.texts:
            self.texts[text, owner] = self._part_number(ast.parse(text.strip(), mode="eval").body, owner)
        return self.texts[text, owner]

    def evaluate(self, number, scope):
        """Return (VALUE, the value), (ERROR, the exception's class name) or (UNSAFE, the reason)."""
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

    def _value_of(self, number, scope):
        found = self.evaluate(number, scope)
        if found[0] is not VALUE:
            raise _Failed(found)
        return found[1]

    def _part_number(self, node, owner):
        """The number of a part; parts with equal keys share one."""
        key, made = getattr(self, "_" + type(node).__name__.lower(), self._unsupported)(node, owner)
        if key not in self.numbers:
            self.numbers[key] = len(self.parts)
            self.parts.append(made)
        return self.numbers[key]

    def _part_numbers(self, nodes, owner):
        return tuple(self._part_number(node, owner) for node in nodes)

    def _values(self, parts, scope):
        return [self._value_of(part, scope) for part in parts]

    def _unsupported(self, node, owner):
        def refuse(scope):
            raise Unsafe(type(node).__name__)

        return ("other", ast.dump(node)), refuse

    def _name(self, node, owner):
        return ("name", node.id), lambda scope: scope.name(node.id)

    def _constant(self, node, owner):
        return ("constant", type(node.value), repr(node.value)), lambda scope: node.value

    def _attribute(self, node, owner):
        base, name = self._part_number(node.value, owner), node.attr
        if name.startswith("__") and not name.endswith("__") and owner:
            name = "_%s%s" % (owner.lstrip("_"), name)
        return ("attribute", name, base), lambda scope: warm_safe.attribute(self._value_of(base, scope), name)

    def _boolop(self, node, owner):
        parts, stop = self._part_numbers(node.values, owner), isinstance(node.op, ast.Or)

        def decide(scope):
            for part in parts:
                value = self._value_of(part, scope)
                if warm_safe.truth(value) is stop:
                    break
            return value

        return ("decide", stop, parts), decide

    def _ifexp(self, node, owner):
        parts = test, yes, no = self._part_numbers((node.test, node.body, node.orelse), owner)
        choose = lambda scope: yes if warm_safe.truth(self._value_of(test, scope)) else no  # noqa: E731
        return ("if", parts), lambda scope: self._value_of(choose(scope), scope)

    def _unaryop(self, node, owner):
        apply = _UNARY.get(type(node.op))
        if apply is None:
            return self._unsupported(node, owner)
        operand = self._part_number(node.operand, owner)
        return ("unary", apply, operand), lambda scope: apply(self._value_of(operand, scope))

    def _binop(self, node, owner):
        op = warm_safe.BINARY.get(type(node.op))
        if op is None:
            return self._unsupported(node, owner)
        sides = self._part_numbers((node.left, node.right), owner)
        return ("binary", op, sides), lambda scope: warm_safe.apply_operator(op, *self._values(sides, scope))

    def _compare(self, node, owner):
        parts, ops = self._part_numbers([node.left, *node.comparators], owner), node.ops

        def compare(scope):
            for number, op in enumerate(ops):
                if not warm_safe.compare(op, *self._values(parts[number : number + 2], scope)):
                    return False
            return True

        return ("compare", tuple(map(type, ops)), parts), compare

    def _subscript(self, node, owner):
        parts = base, index = self._part_numbers((node.value, node.slice), owner)
        return ("item", parts), lambda scope: warm_safe.item(self._value_of(base, scope), self._value_of(index, scope))

    def _slice(self, node, owner):
        ends = (ast.Constant(None) if end is None else end for end in (node.lower, node.upper, node.step))
        ends = self._part_numbers(ends, owner)
        return ("slice", ends), lambda scope: slice(*self._values(ends, scope))

    def _tuple(self, node, owner):
        parts, kind = self._part_numbers(node.elts, owner), _DISPLAYS[type(node)]
        return (kind, parts), lambda scope: kind(self._values(parts, scope))

    _list = _set = _tuple

    def _dict(self, node, owner):
        return (("dict",), lambda scope: {}) if not node.keys else self._unsupported(node, owner)

    def _call(self, node, owner):
        if node.keywords or any(isinstance(argument, ast.Starred) for argument in node.args):
            return self._unsupported(node, owner)
        given = self._part_numbers(node.args, owner)
        is_method = isinstance(node.func, ast.Attribute)
        called = self._part_number(node.func.value if is_method else node.func, owner)

        def call(scope):
            value, arguments = self._value_of(called, scope), self._values(given, scope)
            if is_method:
                return warm_safe.call_method(value, node.func.attr, arguments)
            return warm_safe.call_builtin(value, arguments)

        return ("call", node.func.attr if is_method else None, called, given), call


_UNARY = {ast.Not: lambda value: not warm_safe.truth(value), ast.USub: warm_safe.negate, ast.Invert: warm_safe.invert}
_DISPLAYS = {ast.Tuple: tuple, ast.List: list, ast.Set: set}
