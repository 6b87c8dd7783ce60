"""Patterns by which source manipulates the runner, the interpreter or the process (see `tampering.py`)."""

from __future__ import annotations

import ast
import builtins as builtin_names
import re

from testfix_pipeline.core.code_view import (
    PythonCode,
    called,
    constant_text,
    imports,
    last_name,
    module_named,
    refers,
    root,
)

_RUNNERS = frozenset({"pytest", "_pytest", "unittest", "pluggy", "nose", "doctest", "conftest", "__main__"})
_TEST_NAMES = re.compile(r"\b_*(PYTEST|PY_TEST|UNITTEST|TESTFIX|TOX|NOX|HYPOTHESIS|COVERAGE)_|\b_pytest\b|\bpytest11\b")
_RUNNER_WORDS = re.compile(r"\b_*(py\.?test|unittest|conftest|testfix\w*)\b")
_TEST_PREFIX = re.compile(r"(?<![a-z])[Tt]ests?(?![a-z])")
_NAMES_OF_CODE = frozenset({"__module__", "__qualname__", "__name__", "__file__", "co_filename", "co_name", "filename"})
_OWN_MEMORY = re.compile(r"^/(proc/(self|thread-self|\d+)|dev/fd)\b")
_STACK = {
    "sys": {
        *("_getframe", "_current_frames", "_current_exceptions", "settrace", "setprofile", "_getframemodulename"),
        *("addaudithook", "monitoring", "excepthook", "unraisablehook"),
    },
    "threading": {"settrace", "setprofile", "settrace_all_threads", "setprofile_all_threads"},
    "inspect": {"stack", "currentframe", "trace", "getouterframes", "getinnerframes"},
    "traceback": {"extract_stack", "walk_stack", "format_stack", "print_stack"},
    "gc": {"get_objects", "get_referrers", "get_referents"},
}
# Sources of code text that is passed in: a test's own code names what it expects.
_SOURCES = {
    "inspect": {"getsource", "getsourcelines", "findsource", "getblock"},
    "linecache": {"getline", "getlines", "cache"},
}
_INNER = frozenset(
    {
        *("f_back", "f_globals", "f_locals", "f_builtins", "tb_frame", "gi_frame", "cr_frame", "ag_frame"),
        *("__globals__", "__builtins__", "__closure__"),
    }
)
_MODULES = {"sys": {"meta_path", "path_hooks", "path_importer_cache", "__dict__"}}
_TABLE = {"sys": {"modules"}}
_NATIVE = frozenset({"ctypes", "_ctypes", "cffi", "posix", "nt", "faulthandler", "_posixsubprocess"})
_LOADING = frozenset(
    {
        *("import_module", "__import__", "resolve_name", "run_path", "run_module", "spec_from_file_location"),
        *("module_from_spec", "exec_module", "load_module", "SourceFileLoader", "SourcelessFileLoader"),
    }
)
_DYNAMIC = frozenset({"exec", "eval"})
_BUILTINS = frozenset(name for name in dir(builtin_names) if name.islower() and not name.startswith("_"))
# Names that a function registered for the end of the process must not use.
_LAST_WORDS = frozenset({"os", "sys", "signal", "subprocess", "open", "_exit", "kill", "write_text", "write_bytes"})
# The only function of `pkgutil` that does not load modules.
_LISTING = frozenset({"iter_modules"})
_SETTINGS = {"sys": {"stdout", "stderr", "stdin", "argv"}}


def test_framework(node: ast.AST, code: PythonCode) -> bool:
    """Imports of test runners."""
    return any(_is_runner(module) for module in imports(node))


def _is_runner(module: str) -> bool:
    top = module.partition(".")[0]
    return top in _RUNNERS or top.startswith("testfix")


def tests_imported(node: ast.AST, code: PythonCode) -> bool:
    """Imports of the tests' own modules, whose expected values could be read or changed."""
    names = [node.module or ""] if isinstance(node, ast.ImportFrom) else list(imports(node))
    return any(part in ("tests", "conftest") or part.startswith("test_") for name in names for part in name.split("."))


def module_table(node: ast.AST, code: PythonCode) -> bool:
    """Uses of `sys.modules`, except reading an entry with a harmless name."""
    whole = isinstance(node, ast.Call) and called(node) == "vars" and any(module_named(a) == "sys" for a in node.args)
    return whole or refers(node, _MODULES) or (refers(node, _TABLE) and not _is_harmless_lookup(node, code))


def _is_harmless_lookup(node: ast.AST, code: PythonCode) -> bool:
    key = _lookup_key(node, code)
    return key is not None and _is_own_name(key)


def _lookup_key(node: ast.AST, code: PythonCode) -> ast.AST | None:
    """The key by which a table is read; None for any other use."""
    parent = code.parent(node)
    if isinstance(parent, ast.Subscript) and isinstance(parent.ctx, ast.Load):
        return parent.slice
    if isinstance(parent, ast.Compare) and len(parent.ops) == 1 and isinstance(parent.ops[0], ast.In | ast.NotIn):
        return parent.left
    call = code.parent(parent) if isinstance(parent, ast.Attribute) and parent.attr in ("get", "pop") else None
    return call.args[0] if isinstance(call, ast.Call) and call.args and call.func is parent else None


def _is_own_name(key: ast.AST) -> bool:
    """Whether a key is `__name__`, `X.__module__`, or a text that begins with the package's own name."""
    if isinstance(key, ast.JoinedStr) and key.values:
        first = key.values[0]
        key = first.value if isinstance(first, ast.FormattedValue) else first
    elif isinstance(key, ast.BinOp):
        key = key.left
    if isinstance(key, ast.Attribute):
        return key.attr == "__module__"
    return isinstance(key, ast.Name) and key.id in ("__name__", "__package__")


def call_stack(node: ast.AST, code: PythonCode) -> bool:
    """Calls that inspect the call stack, which distinguishes a test from another caller."""
    return refers(node, _STACK) or (isinstance(node, ast.Attribute) and node.attr in _INNER)


def object_graph(node: ast.AST, code: PythonCode) -> bool:
    """Ways from one object to any other: all classes, the module of a built-in function, another function's code."""
    if refers(node, _SOURCES):
        return True
    if not isinstance(node, ast.Attribute):
        return False
    if node.attr == "__subclasses__":
        return not isinstance(node.value, ast.Name) or node.value.id in ("object", "type")
    if node.attr == "__self__":
        return isinstance(node.value, ast.Name) and node.value.id in _BUILTINS
    return node.attr == "__code__" and not isinstance(node.ctx, ast.Load)


def exit_hook(node: ast.AST, code: PythonCode) -> bool:
    """Functions for the end of the process that could change a run's files; closing own resources is harmless."""
    if refers(node, {"atexit": {"unregister", "_run_exitfuncs", "_clear", "_ncallbacks"}}):
        return True
    if isinstance(node, ast.FunctionDef) and any("register" in ast.unparse(one) for one in node.decorator_list):
        return _touches_process(node)
    if not isinstance(node, ast.Call) or called(node) != "register" or not node.args:
        return False
    if root(node.func) not in ("atexit", "register"):
        return False
    hook = node.args[0]
    if isinstance(hook, ast.Name):
        found = code.function(hook.id)
        return found is None or _touches_process(found)
    return _touches_process(hook)


def _touches_process(node: ast.AST) -> bool:
    names = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
    return bool((names | {n.attr for n in ast.walk(node) if isinstance(n, ast.Attribute)}) & _LAST_WORDS)


def native_code(node: ast.AST, code: PythonCode) -> bool:
    """Imports of modules that reach native code."""
    return any(module.partition(".")[0] in _NATIVE for module in imports(node))


def test_environment(node: ast.AST, code: PythonCode) -> bool:
    """Reads of what differs in a test run: arguments, environment, names of tests."""
    text = constant_text(node)
    if _TEST_NAMES.search(text) or _OWN_MEMORY.search(text):
        return True
    if refers(node, {"sys": {"orig_argv"}}) or _compares_test_name(node) or last_name(node).startswith("__testfix"):
        return True
    spoken = isinstance(code.parent(node), ast.Expr)  # a docstring may name what it likes
    return bool(_RUNNER_WORDS.search(text)) and len(text) < 40 and not spoken


def _compares_test_name(node: ast.AST) -> bool:
    """Whether the name of a module, file or function is compared with a name of tests."""
    if isinstance(node, ast.Call) and called(node) in ("startswith", "endswith", "match", "search", "fullmatch"):
        parts = [node.func, *node.args]
    elif isinstance(node, ast.Compare):
        parts = [node.left, *node.comparators]
    else:
        return False
    inner = [part for one in parts for part in ast.walk(one)]
    asks = any(isinstance(part, ast.Attribute) and part.attr in _NAMES_OF_CODE for part in inner)
    return asks and any(_TEST_PREFIX.search(constant_text(part)) for part in inner)


def foreign_patch(node: ast.AST, code: PythonCode) -> bool:
    """Changes of foreign modules and classes, also by passing them on."""
    if isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load):
        return _is_foreign(node, code) and not refers(node, _SETTINGS) and not _sets_constant(node, code)
    if isinstance(node, ast.Attribute):
        return node.attr == "__dict__" and root(node) in code.modules
    if isinstance(node, ast.Call) and called(node) in ("setattr", "delattr") and node.args:
        return root(node.args[0]) in {*code.modules, *code.members}
    return isinstance(node, ast.Name) and _module_as_value(node, code)


def _is_foreign(node: ast.Attribute | ast.Subscript, code: PythonCode) -> bool:
    first = root(node)
    if isinstance(node, ast.Subscript):  # `os.environ[...] = ...` sets no attribute
        return False
    return first in code.modules or first in code.members


def _sets_constant(node: ast.AST, code: PythonCode) -> bool:
    parent = code.parent(node)
    return isinstance(parent, ast.Assign) and isinstance(parent.value, ast.Constant)


def _module_as_value(node: ast.Name, code: PythonCode) -> bool:
    parent = code.parent(node)
    if not isinstance(node.ctx, ast.Load) or node.id not in code.modules or node.id in code.members:
        return False
    if isinstance(parent, ast.Call):
        return called(parent) == "vars"
    return not isinstance(parent, ast.Attribute)


def dynamic_import(node: ast.AST, code: PythonCode) -> bool:
    """Imports by computed names, or by file."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        return any(module in ("runpy", "imp", "zipimport") for module in imports(node)) or _loads_by_pkgutil(node)
    if isinstance(node, ast.Attribute):
        return _loads_by_pkgutil(node)
    if not isinstance(node, ast.Call) or called(node) not in _LOADING or not node.args:
        return False
    return called(node) not in ("import_module", "__import__") or not _is_constant_name(node)


def _loads_by_pkgutil(node: ast.AST) -> bool:
    if isinstance(node, ast.ImportFrom):
        return node.module == "pkgutil" and any(alias.name not in _LISTING for alias in node.names)
    named = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "pkgutil"
    return named and node.attr not in _LISTING  # type: ignore[attr-defined]


def _is_constant_name(node: ast.Call) -> bool:
    name = node.args[0]
    first = name.values[0] if isinstance(name, ast.JoinedStr) and name.values else name
    text = constant_text(first.left if isinstance(first, ast.BinOp) else first)
    return isinstance(name, ast.Constant) or text.startswith(".") or _is_own_name(name)


def swallowed_assertion(node: ast.AST, code: PythonCode) -> bool:
    """Uses of the error of failed assertions but to raise it: helpers of tests have assertions that no run watches."""
    named = isinstance(node, ast.Name) and node.id == "AssertionError"
    return named and not any(isinstance(one, ast.Raise) for one in code.above(node))


def builtins(node: ast.AST, code: PythonCode) -> bool:
    """Writes to `builtins`: a replaced `isinstance` or `len` reaches into the tests."""
    if (isinstance(node, ast.Name) and node.id == "__builtins__") or constant_text(node) == "__builtins__":
        return True
    if isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load):
        return _names_builtins(node.value)
    changes = isinstance(node, ast.Call) and called(node) in ("setattr", "delattr") and bool(node.args)
    return changes and _names_builtins(node.args[0])  # type: ignore[attr-defined]


def _names_builtins(node: ast.AST) -> bool:
    return any(isinstance(part, ast.Name) and part.id in ("builtins", "__builtins__") for part in ast.walk(node))


def dynamic_code(node: ast.AST, code: PythonCode) -> bool:
    """Code from text or from code objects."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "compile":
        return True
    made = {"types": {"FunctionType", "CodeType"}, "marshal": {"loads", "load"}}
    return (isinstance(node, ast.Name) and node.id in _DYNAMIC) or refers(node, made)
