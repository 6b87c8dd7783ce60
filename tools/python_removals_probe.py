"""Says what the standard library of the interpreter that runs it has; the order and the answer are JSON.

Standard library only, Python 3.6 and later.
"""

import ast
import builtins
import importlib
import inspect
import json
import os
import pkgutil
import re
import sys
import sysconfig
import textwrap
import warnings

SKIPPED = {"antigravity", "this", "idlelib", "lib2to3", "tkinter", "turtledemo", "turtle", "test", "tests", "ensurepip",
           "pydoc_data", "site", "venv", "config", "msilib", "curses", "lib", "dist", "__main__"}  # fmt: skip
USE = re.compile(
    r"(?:\b[Uu]se|in favou?r of|replaced by|renamed to|moved to|alias (?:for|to|of)|\bor)\s+(?:the\s+)?"
    r"[`'\"]*(?::\w+:)?[`'\"]*([A-Za-z_][\w.]*\w)"
)
SPEAKS = re.compile(r"deprecat|instead|\buse\b|renamed|alias", re.I)


def modules():
    """Yield the names of the public modules."""
    top = set(sys.builtin_module_names) | {
        os.path.splitext(one)[0] for one in os.listdir(sysconfig.get_path("stdlib")) if "-" not in one
    }
    for name in sorted(one for one in top if one.isidentifier() and not one.startswith("_") and one not in SKIPPED):
        yield from below(name)


def below(name):
    """Yield a module and the public ones in it, with their names; none where it can't be imported."""
    module = loaded(name)
    if module is not None:
        yield name, module
        for inner in pkgutil.iter_modules(getattr(module, "__path__", [])):
            if not inner.name.startswith("_") and inner.name not in SKIPPED:
                yield from below("%s.%s" % (name, inner.name))


def loaded(name):
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return importlib.import_module(name)
    except BaseException:
        return None


def names_of(name, module):
    """Yield the dotted names of a module, of functions and classes that it has, and of what is in its own classes."""
    yield name
    public = set(getattr(module, "__all__", ()))
    for own in dir(module):
        value = getattr(module, own, None)
        home = getattr(value, "__module__", None)
        is_object = inspect.isclass(value) or inspect.isroutine(value)
        is_imported = is_object and isinstance(home, str) and home.partition(".")[0] != name.partition(".")[0]
        if own.startswith("_") or inspect.ismodule(value) or not (own in public or home == name or is_imported):
            continue
        yield "%s.%s" % (name, own)
        if inspect.isclass(value) and home == name:
            for attribute in vars(value):
                if not attribute.startswith("_"):
                    yield "%s.%s.%s" % (name, own, attribute)


def parameters_of(name, module):
    """Yield "module.function(parameter)" of what takes keywords, with what its texts say of a deprecated parameter."""
    for dotted in names_of(name, module):
        holder = getattr(module, dotted[len(name) + 1 :].partition(".")[0], None)
        value = getattr(holder, dotted.rpartition(".")[2], None) if dotted.count(".") > name.count(".") + 1 else holder
        if getattr(value, "__module__", None) != name or not callable(value):
            continue
        try:
            taken = inspect.signature(value).parameters.values()
        except (TypeError, ValueError):
            continue
        yield "%s()" % dotted, ""
        texts = [text for text in texts_of(value) if re.search(r"deprecat|remov|no longer", text)]
        for one in taken:
            said = [text[:160] for text in texts if re.search(r"\b%s\b" % re.escape(one.name), text)]
            named = "**" if one.kind is one.VAR_KEYWORD else one.name
            yield "%s(%s)" % (dotted, named), said[0] if said else ""


def resolved(dotted):
    """(value, holder, what was warned of); None where the name is not there."""
    parts = dotted.split(".")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for end in range(len(parts), 0, -1):
            try:
                value, holder = importlib.import_module(".".join(parts[:end])), None
            except BaseException:
                continue
            for part in parts[end:]:
                holder = value
                try:
                    value = getattr(value, part)
                except BaseException:
                    return None
            return value, holder, [str(one.message) for one in caught]
    return None


def described(dotted, gone):
    """{use, says} of a name that a later Python lacks; None where this one lacks it, too.

    use: what may take its place and is not `gone`, the likeliest first. unlike: which of these take other arguments.
    """
    found = resolved(dotted)
    if found is None:
        return None
    value, holder, warned = found
    named = [source(dotted, value, holder) for source in (passed_on, wrapped_name, other_name, home_name)]
    for text in [*warned, *texts_of(value), *shadowed_texts(dotted), *compiled_texts(dotted, value)]:
        words = (re.sub(r"\W+$", "", word) for word in USE.findall(text))
        named += [(placed(dotted, word) or builtin(word, text), text[:160]) for word in words]
    named = [one for one in named if one[0] and one[0] not in gone and one[0] != dotted]
    called = {name for code in codes_of(value) for name in code.co_names}
    named.sort(key=lambda one: one[0].rpartition(".")[2] not in called)
    says = named[0][1] if named else next(iter(warned), "")[:160]
    use = list(dict.fromkeys(one[0] for one in named))[:3]
    unlike = [one for one in use if is_unlike(value, one)] if holder is not None and inspect.ismodule(holder) else []
    return {"use": use, "says": says, **({"unlike": unlike} if unlike else {})}


def is_unlike(value, dotted):
    """Whether a function that is named in place of a compiled one has none of its parameters: what these mean may be
    another thing, and no code shows it."""
    other = resolved(dotted)[0]
    if not (inspect.isbuiltin(value) and inspect.isroutine(other)):
        return False
    try:
        own, others = (set(inspect.signature(one).parameters) for one in (value, other))
    except (TypeError, ValueError):
        return False
    return bool(own and others) and own.isdisjoint(others)


def codes_of(value):
    """The code of a function, or of a class's constructor."""
    functions = [value, getattr(value, "__init__", None)] if inspect.isclass(value) else [value]
    found = [getattr(one, "__code__", None) for one in functions]
    return [one for one in found if inspect.iscode(one)]


def texts_of(value):
    """What its documentation and the texts in its code say of what is deprecated."""
    has_own = inspect.isclass(value) or inspect.isroutine(value)
    texts = [inspect.getdoc(value) or ""] if has_own else []
    texts += [one for code in codes_of(value) for one in code.co_consts if isinstance(one, str)]
    texts = [" ".join(one.split()) for one in texts]
    return [one for text in texts for one in re.split(r"(?<=[a-z)])[.;] ", text) if SPEAKS.search(one)]


def shadowed_texts(dotted):
    """What the Python source of a class or function says that a compiled one has replaced."""
    parts = dotted.split(".")
    for end in range(len(parts) - 1, 0, -1):
        module = loaded(".".join(parts[:end]))
        path = getattr(module, "__file__", None) or ""
        if module is None or not path.endswith(".py"):
            continue
        with open(path, "rb") as file:
            node = ast.parse(file.read())
        for name in parts[end:]:
            node = next((one for one in getattr(node, "body", ()) if getattr(one, "name", "") == name), None)
        found = [getattr(one, "value", getattr(one, "s", None)) for one in ast.walk(node)] if node is not None else []
        return [text for text in found if isinstance(text, str) and SPEAKS.search(text)]
    return []


def compiled_texts(dotted, value):
    """What the binary of a compiled module says of a function by its full name."""
    parts = dotted.split(".")
    if len(parts) != 2 or not inspect.isbuiltin(value):
        return []
    path = getattr(loaded(parts[0]), "__file__", None)
    name = re.escape(dotted.encode())
    sentence = re.compile(rb"[ -~]*\b%s\b[ -~]*deprecat[ -~]*" % name)
    return [found.decode() for one in ([path] if path else binaries()) for found in sentence.findall(bytes_of(one))]


def binaries():
    """The files that the modules built into the interpreter are in."""
    library = os.path.join(sysconfig.get_config_var("LIBDIR") or "", sysconfig.get_config_var("LDLIBRARY") or "")
    return [one for one in (os.path.realpath(sys.executable), library) if os.path.isfile(one)]


def bytes_of(path):
    if path not in _READ:
        with open(path, "rb") as file:
            _READ[path] = file.read()
    return _READ[path]


_READ = {}


def builtin(word, text):
    """The built-in function that a text says to call with the object, as in `list(elem)`."""
    is_called = re.search(r"\b%s\(\w+\)" % re.escape(word), text)
    return "builtins.%s" % word if is_called and callable(getattr(builtins, word, None)) else ""


def placed(dotted, word):
    """The full name that a word in a text about a name means, where it resolves."""
    parts, head = dotted.split("."), word.partition(".")[0]
    if word.count(".") == 1 and len(parts) > 2 and loaded(head) is None and not hasattr(builtins, head):
        word = word.partition(".")[2]  # of an object of the class, as in `elem.iter()`
    ends = range(len(parts)) if "." in word else range(len(parts) - 1, 0, -1)
    for end in ends:
        full = ".".join(parts[:end] + [word])
        if full != dotted and "." in full and resolved(full) is not None:
            return full
    return ""


def wrapped_name(dotted, value, holder):
    """The function in the same place that it only wraps."""
    cells = getattr(value, "__closure__", None)
    for cell in cells if isinstance(cells, tuple) else ():
        name = getattr(cell.cell_contents, "__name__", "")
        if name and getattr(holder, name, None) is cell.cell_contents and name != dotted.rpartition(".")[2]:
            return "%s.%s" % (dotted.rpartition(".")[0], name), "it calls %s" % name
    return "", ""


def passed_on(dotted, value, holder):
    """The function that it does nothing but call, with its own parameters."""
    try:
        function = ast.parse(textwrap.dedent(inspect.getsource(value))).body[0]
    except Exception:  # of what has no source that can be read
        return "", ""
    last = function.body[-1] if isinstance(function, ast.FunctionDef) else None
    call = last.value if isinstance(last, ast.Return) else None
    texts = [one for one in getattr(function, "body", ())[:-1] if not isinstance(one, ast.Expr)]
    if texts or not isinstance(call, ast.Call) or call.keywords or not isinstance(call.func, ast.Attribute):
        return "", ""
    given = [getattr(one, "id", "") for one in call.args]
    module = getattr(getattr(value, "__globals__", {}).get(getattr(call.func.value, "id", "")), "__name__", "")
    full = "%s.%s" % (module, call.func.attr)
    is_it = module and given == [one.arg for one in function.args.args] and resolved(full) is not None
    return (full, "it calls %s" % full) if is_it else ("", "")


def other_name(dotted, value, holder):
    """Another name of the same function or class in the same place."""
    if holder is not None and (inspect.isclass(value) or inspect.isroutine(value)):
        for name in dir(holder):
            if name != dotted.rpartition(".")[2] and not name.startswith("_") and vars(holder).get(name) is value:
                return "%s.%s" % (dotted.rpartition(".")[0], name), "%s is the same object" % name
    return "", ""


def home_name(dotted, value, holder):
    """Where it is defined, where that is elsewhere."""
    home, name = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
    full = "%s.%s" % (home, name)
    if not isinstance(home, str) or home.startswith("_") or full == dotted or inspect.ismodule(value):
        return "", ""
    found = resolved(full)
    return (full, "it is defined there") if found is not None and found[0] is value else ("", "")


def main():
    output, order = sys.stdout, json.load(sys.stdin)
    sys.stdout = sys.stderr = open(os.devnull, "w")
    answer = {"version": "%d.%d" % sys.version_info[:2]}
    if order["do"] == "list":
        answer["names"] = sorted({name for module in modules() for name in names_of(*module)})
    elif order["do"] == "parameters":
        answer["parameters"] = dict(one for module in modules() for one in parameters_of(*module))
    elif order["do"] == "missing":
        answer["missing"] = [one for one in order["names"] if resolved(one) is None]
    else:
        gone = set(order["names"])
        found = {one: described(one, gone) for one in order["names"]}
        answer["described"] = {name: one for name, one in found.items() if one is not None}
    output.write(json.dumps(answer) + "\n")
    output.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
