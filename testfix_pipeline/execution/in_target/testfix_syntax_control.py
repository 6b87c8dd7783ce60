"""Watches where the project's code walks over sets, hashes texts and compares floating-point numbers.

Setting `floats`: `near`, numbers that differ by less than NEAR of the larger one compare as equal.
"""

import ast
import builtins
import importlib.machinery
import math
import operator

import testfix_assertions
from testfix_reads import files, reads

NEAR = 1e-9
_SHOWING = ("str", "repr", "format", "print")
_WALKING = (*_SHOWING, "list", "tuple", "iter", "enumerate", "sum", "map", "zip", "join", "extend")
_COMPARISONS = {
    ast.Eq: ("==", operator.eq, True), ast.NotEq: ("!=", operator.ne, False), ast.LtE: ("<=", operator.le, True),
    ast.GtE: (">=", operator.ge, True), ast.Lt: ("<", operator.lt, False), ast.Gt: (">", operator.gt, False),
}  # fmt: skip
_BY_TEXT = {text: (compare, equal) for text, compare, equal in _COMPARISONS.values()}
_MOST_NESTED = 50
_state = {"near": False}
_hash = hash
_get_code = importlib.machinery.SourceFileLoader.get_code


def apply(settings):
    """Compare numbers as the settings say."""
    _state["near"] = settings.get("floats") == "near"


def install():
    """Instrument all modules of the project that are imported from now on."""
    builtins.__testfix_walked__, builtins.__testfix_compared__ = _walked, _compared
    builtins.hash = _hash_of
    testfix_assertions.instrument_modules(_instrument, _near_assertion)
    importlib.machinery.SourceFileLoader.get_code = _instrumented_code


def _instrumented_code(self, fullname):
    path = self.get_filename(fullname)
    if files.relative_path(path) is None or not path.endswith(".py"):
        return _get_code(self, fullname)
    tree = ast.parse(self.get_data(path))
    _instrument(tree, path)
    return compile(tree, path, "exec", dont_inherit=True)


def _instrument(tree, path):
    file = files.relative_path(path)
    if file is not None:
        ast.fix_missing_locations(_Instrumentation(file).visit(tree))


def _hash_of(value):
    if isinstance(value, (str, bytes, tuple)):
        reads.add_here("sets", direct=True)
    return _hash(value)


def _holds_set(value):
    if isinstance(value, (set, frozenset)):
        return len(value) > 1
    if type(value) in (list, tuple, dict) and len(value) < _MOST_NESTED:
        return any(_holds_set(one) for one in (value.values() if type(value) is dict else value))
    return False


def _walked(place, value, inner=False):
    if _holds_set(value) if inner else isinstance(value, (set, frozenset)) and len(value) > 1:
        reads.add("sets", place, "")
    return value


def _are_near(one, other):
    floats = isinstance(one, float) or isinstance(other, float)
    if not floats or not (isinstance(one, (int, float)) and isinstance(other, (int, float))):
        return False
    return one != other and math.isclose(one, other, rel_tol=NEAR, abs_tol=1e-12)


def _compared(place, text, one, other):
    compare, equal = _BY_TEXT[text]
    if _are_near(one, other):
        reads.add("floats", place, "%r %s %r" % (one, text, other))
        if _state["near"]:
            return equal
    return compare(one, other)


def _near_assertion(name, original):
    def assertion(self, *args, **options):
        if name == "assertEqual" and len(args) > 1 and _are_near(*args[:2]):
            reads.add_here("floats", "%r == %r" % args[:2])
            if _state["near"]:
                return None
        return original(self, *args, **options)

    return assertion


class _Instrumentation(ast.NodeTransformer):
    """Puts calls around what is walked over and around comparisons of two values."""

    def __init__(self, file):
        self.file = file

    def _call(self, name, node, *given):
        place = ast.Constant("%s:%d" % (self.file, node.lineno))
        return ast.copy_location(ast.Call(ast.Name(name, ast.Load()), [place, *given], []), node)

    def _walk(self, node, inner=False):
        if isinstance(node, (ast.Starred, ast.Constant)):
            return node
        return self._call("__testfix_walked__", node, node, ast.Constant(inner))

    def visit_For(self, node):
        self.generic_visit(node)
        node.iter = self._walk(node.iter)
        return node

    visit_comprehension = visit_For

    def visit_FormattedValue(self, node):
        self.generic_visit(node)
        node.value = ast.copy_location(self._walk(node.value, True), node.value)
        return node

    def visit_Call(self, node):
        self.generic_visit(node)
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        if name in _WALKING:
            node.args = [self._walk(one, name in _SHOWING) for one in node.args]
        elif name == "pop" and not node.args and isinstance(node.func, ast.Attribute):
            node.func.value = self._walk(node.func.value)
        return node

    def visit_Compare(self, node):
        self.generic_visit(node)
        known = _COMPARISONS.get(type(node.ops[0])) if len(node.ops) == 1 else None
        if known is None:
            return node
        return self._call("__testfix_compared__", node, ast.Constant(known[0]), node.left, node.comparators[0])
