"""What an old release of a library says of a name, read from its files; nothing of it is imported.

Standard library only, Python 3.9 and later.
"""

import ast
import os
import re

MOST_HOPS, MOST_CLASSES = 6, 12
_INSTEAD = re.compile(r"\b(?:use|renamed to|replaced by|in favou?r of)\s+(?:the\s+)?[`'\"]*(\w+)", re.I)
_REPLACES = r"\b(\w+)[`'\"]*\s+(?:replaces|supersedes)\s+(?:the\s+)?[`'\"]*%s\b"
_ALTERNATIVE = re.compile(r"[`.]*([A-Za-z_][\w.]*\w)(?:\(\))?`*")
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class OldReleaseFolder:
    """folder: where the release's packages lie. name, version: of the distribution, for people."""

    def __init__(self, folder, name, version):
        self.folder, self.said = folder, "%s %s" % (name, version)
        self._trees = {}

    def _file(self, module):
        stem = os.path.join(self.folder, *module.split("."))
        return next(filter(os.path.isfile, (stem + ".py", os.path.join(stem, "__init__.py"))), None)

    def _tree(self, module):
        """The tree of a module, an empty one where it can't be parsed; None where it is not there."""
        if module not in self._trees:
            self._trees[module] = (parsed(self.text(module)) or ast.Module([], [])) if self._file(module) else None
        return self._trees[module]

    def is_package(self, module):
        return (self._file(module) or "").endswith("__init__.py")

    def absolute(self, node, module):
        """The module that an import in a module is from."""
        parts = module.split(".")
        parts = parts[: len(parts) - node.level + self.is_package(module)] if node.level else []
        return ".".join([*parts, *([node.module] if node.module else [])])

    def text(self, module):
        """The bytes of a module, empty where it is not there."""
        try:
            with open(self._file(module) or os.devnull, "rb") as file:
                return file.read()
        except OSError:
            return b""

    def _of_stars(self, tree, module, name, hops):
        """The definition in one of the modules that a module imports all names of, the last one first."""
        stars = [one for one in tree.body if isinstance(one, ast.ImportFrom) and one.names[0].name == "*"]
        found = (self.definition(self.absolute(star, module), name, hops) for star in reversed(stars))
        return next(filter(None, found), None)

    def names(self, module):
        """The names that a module's own statements bind."""
        tree = self._tree(module)
        return {name for node in _statements(tree.body) for name in _bound_by(node)} if tree else set()

    def kinds(self, module):
        """What the functions of a module are used as (`kinds_in`); empty where it is not there."""
        return kinds_in(self._tree(module)) if self._tree(module) else {}

    def definition(self, module, name, hops=MOST_HOPS):
        """(module, node) of the statement that binds a name in a module, imports followed; None where none is found.

        An import from outside of the release is the node itself.
        """
        for _ in range(hops):
            tree = self._tree(module)
            node = _binding(tree, name) if tree else None
            if node is None and tree and hops:
                return self._of_stars(tree, module, name, hops - 1)
            if not isinstance(node, ast.ImportFrom):
                return (module, node) if node is not None else None
            source = self.absolute(node, module)
            name = next(alias.name for alias in node.names if (alias.asname or alias.name) == name)
            if self._tree(source) is None:
                return source, name
            module = source
        return None

    def successors(self, module, name):
        """(module or "", name, evidence) of what the old release had the name from, or made it of; the surest first.

        Names without a module are as they stand in the text of the old module `module`.
        """
        found = self.definition(module, name)
        if found is None:
            return
        where, node = found
        if isinstance(node, str):
            yield where, node, "%s had it from %s" % (self.said, where)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            yield from self._alias(node.value, where)
        elif isinstance(node, _FUNCTIONS):
            yield where, name, "%s defined it in %s" % (self.said, where)
            last = node.body[-1]
            if isinstance(last, ast.Return) and _passes_on(last.value, node.args):
                yield from self._alias(last.value.func, where)
        elif isinstance(node, ast.ClassDef):
            yield where, name, "%s defined it in %s" % (self.said, where)
            for base in node.bases[:1] if not _added(node) else ():
                yield from self._alias(base, where)

    def _alias(self, value, where):
        if isinstance(value, ast.Name):
            yield where, value.id, "%s made it of %s" % (self.said, value.id)
        elif isinstance(value, ast.Attribute) and isinstance(value.value, ast.Name):
            yield value.value.id, value.attr, "%s made it of %s.%s" % (self.said, value.value.id, value.attr)
        elif isinstance(value, ast.Call):  # what wraps a function to warn of its old name
            for one in value.args:
                if isinstance(one, (ast.Name, ast.Attribute)):
                    yield from self._alias(one, where)

    def member_successors(self, module, owner, name):
        """(name, evidence) of the members of a class that its member `name` was another name for in the old release.

        That is a method or property that only passes on, or an alias in the class's body.
        """
        for node in self.members(module, owner, name):
            found = _passed_to_itself(node) if isinstance(node, _FUNCTIONS) else _names_in(node)
            yield from ((one, "%s made it of %s" % (self.said, one)) for one in found if one != name)

    def member_warnings(self, module, owner, name):
        """The texts in the definition of a class's member: its documentation and what it warns of."""
        nodes = list(self.members(module, owner, name))
        others = [one.id for one in nodes if isinstance(one, ast.Name)]  # `week = weekofyear` in the class
        nodes += [node for one in others for node in self.members(module, owner, one)]
        return [text for node in nodes for text in _texts_in(node)]

    def members(self, module, owner, name):
        """The functions of a name in a class, and the values that it is given, in their order; then those of its bases,
        metaclass and decorators."""
        waiting, seen = [self.holder(module, owner)], []
        while waiting and len(seen) < MOST_CLASSES:
            found = waiting.pop(0)
            if found is None or not isinstance(found[1], ast.ClassDef) or found[1] in seen:
                continue
            where, cls = found
            seen.append(cls)
            yield from (one for one in cls.body if isinstance(one, _FUNCTIONS) and one.name == name)
            assigned = (one for one in cls.body if isinstance(one, (ast.Assign, ast.AnnAssign)) and one.value)
            yield from (one.value for one in assigned if name in _bound_by(one))
            related = [*cls.bases, *(one.value for one in cls.keywords), *cls.decorator_list]
            waiting += [self.definition(where, one) for node in related for one in _names_in(node)]

    def holder(self, module, name):
        """(module, node) of a definition; where its module has another name now, of the class of this name in the
        package that is nearest to its outside. None without one."""
        found = self.definition(module, name)
        if found is not None or not name:
            return found
        wanted, places = re.compile(rb"^class %s\b" % re.escape(name.encode()), re.M), []
        for folder, _, files in os.walk(os.path.join(self.folder, module.partition(".")[0])):
            inner = os.path.relpath(folder, self.folder).split(os.sep)
            names = [".".join([*inner, one[:-3]]).removesuffix(".__init__") for one in files if one.endswith(".py")]
            places += [(one.count("."), one) for one in names if wanted.search(self.text(one))]
        return self.definition(min(places)[1], name) if places else None

    def warnings(self, module, name):
        """The texts in the definition of a name: its documentation and what it warns of; not what public methods
        of a class say of themselves."""
        found = self.definition(module, name)
        node = found[1] if found else None
        if isinstance(node, ast.ClassDef):
            others = [one for one in _added(node) if not one.startswith("_")]
            body = [one for one in node.body if getattr(one, "name", "") not in others]
            return [text for one in (*node.decorator_list, *body) for text in _texts_in(one)]
        return _texts_in(node) if isinstance(node, _FUNCTIONS) else []

    def parameters(self, module, qualname):
        """[(name, default as text or None, "placed" or "keyword")] of a callable; None where nothing is known of it.

        The default is the constant that its body puts in the place of None, where it does.
        """
        node, is_method = self._callable(module, qualname)
        found = _parameters(node.args)[is_method:] if node is not None else None
        return found and [
            (name, _filled_in(node, name) if default == "None" else default, kind) for name, default, kind in found
        ]

    def _callable(self, module, qualname):
        """The function that runs when a callable is called, None where it is not found; and whether it is a method."""
        outer, _, inner = qualname.partition(".")
        found = self.holder(module, outer) if inner else self.definition(module, outer)
        node = found[1] if found else None
        is_method = isinstance(node, ast.ClassDef)
        if is_method:
            names = [inner] if inner else ["__init__", "__new__"]
            own = [methods_of(node)[name] for name in names if name in methods_of(node)]
            inherited = (one for name in names for one in self.members(module, outer, name))
            node = next(iter(own), None) or next(inherited, None)
        return node if isinstance(node, _FUNCTIONS) else None, is_method

    def heirs(self, module, qualname, keyword, names):
        """[(name, evidence)] of the names that the old callable gave a keyword's value to, or its warnings name."""
        node, _ = self._callable(module, qualname)
        if node is None:
            return []
        given = {name for name in _receivers(node, keyword) if name in names}
        given.update(new for old, new in renamed_parameters(node).items() if old == keyword)
        found = [(name, "%s took %s as %s" % (self.said, keyword, name)) for name in names if name in given]
        for text in _texts_in(node):
            named = re.search(_REPLACES % re.escape(keyword), text)
            named = named or (_INSTEAD.search(text) if re.search(r"\b%s\b" % re.escape(keyword), text) else None)
            if named and named[1] in names:
                found.append((named[1], "%s says: %s" % (self.said, text[:200])))
        return found


def _texts_in(node):
    """The paragraphs of the texts in a definition that are long enough to be sentences."""
    texts = [one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    parts = [" ".join(part.split()) for text in texts for part in re.split(r"\n[ \t]*\n", text)]
    return [part for part in parts if len(part) > 8] + alternatives_in(node)


def alternatives_in(node):
    """What decorators in a definition name as the alternative to it, by a name alone, as sentences."""
    given = [one for one in ast.walk(node) if isinstance(one, ast.keyword) and one.arg == "alternative"]
    texts = [one.value.value for one in given if isinstance(one.value, ast.Constant)]
    names = [_ALTERNATIVE.fullmatch(one) for one in texts if isinstance(one, str)]
    return ["It is deprecated, use %s instead." % one[1] for one in names if one]


def renamed_parameters(function):
    """By name that a decorator of a function still takes the parameter that it stands for, two texts side by side:
    `@rename_parameter("3.5", "b", "visible")`, or in a mapping. Not where a mapping gives the values others."""
    own, found = [name for name, _, _ in _parameters(function.args)], {}
    for call in function.decorator_list:
        values = [*call.args, *(one.value for one in call.keywords)] if isinstance(call, ast.Call) else []
        known = next((one for one in values if isinstance(one, ast.Dict)), None)
        both = (values, values[1:]) if known is None else (known.keys, known.values)
        for old, new in zip(*([getattr(one, "value", None) for one in part] for part in both)):  # noqa: B905 - 3.9
            if isinstance(old, str) and old.isidentifier() and old not in own and new in own:
                found[old] = new
    return found


def _filled_in(function, name):
    """The constant that a function gives a parameter which is None, else "None": `if right is None: right = 0`."""
    tests = (one for one in function.body if isinstance(one, ast.If))
    body = [one for test in tests if ast.unparse(test.test) == "%s is None" % name for one in test.body]
    given = [one.value for one in body if isinstance(one, ast.Assign) and ast.unparse(one.targets[0]) == name]
    return ast.unparse(given[-1]) if given and isinstance(given[-1], ast.Constant) else "None"


def _receivers(function, keyword):
    """Yield what a function puts the value of a keyword into: variables, attributes, entries and other keywords."""
    for node in ast.walk(function):
        if isinstance(node, (ast.Assign, ast.keyword)) and _reads(node.value, keyword):
            for target in node.targets if isinstance(node, ast.Assign) else [ast.Name(node.arg or "")]:
                name = target.slice if isinstance(target, ast.Subscript) else target
                yield getattr(name, "id", None) or getattr(name, "attr", None) or getattr(name, "value", "")


def _reads(value, keyword):
    """Whether an expression is the value of a keyword: its parameter, or what is taken from further keywords."""
    if isinstance(value, ast.Name):
        return value.id == keyword
    if isinstance(value, ast.IfExp):  # `new if new is not None else old`
        return _reads(value.body, keyword) or _reads(value.orelse, keyword)
    key = value.slice if isinstance(value, ast.Subscript) else None
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr in ("pop", "get"):
        key = value.args[0] if value.args else None
    return isinstance(key, ast.Constant) and key.value == keyword


def _passes_on(value, args):
    """Whether an expression is a call with a function's own parameters, in their order: another name for that."""
    if not isinstance(value, ast.Call):
        return False
    given = [getattr(one.value if isinstance(one, ast.Starred) else one, "id", "") for one in value.args]
    own = [one.arg for one in [*args.posonlyargs, *args.args, *([args.vararg] if args.vararg else [])]]
    return given == own[: len(given)] and all(
        one.arg is None or one.arg == getattr(one.value, "id", None) for one in value.keywords
    )


def _parameters(args):
    placed = [one.arg for one in [*args.posonlyargs, *args.args]]
    texts = [ast.unparse(one) for one in args.defaults]
    defaults = dict(zip(reversed(placed), reversed(texts)))  # noqa: B905 - the first ones have none
    only = [one.arg for one in args.kwonlyargs]
    values = dict(zip(only, args.kw_defaults))  # noqa: B905 - as many by the syntax
    found = [(name, defaults.get(name), "placed") for name in placed]
    return found + [(name, ast.unparse(values[name]) if values[name] else None, "keyword") for name in only]


def parsed(text):
    """The tree of a text; None where this interpreter can't read it."""
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return None


def _binding(tree, name):
    """The last statement outside of functions and classes that binds a name; not an import of modules."""
    found = [one for one in _statements(tree.body) if name in _bound_by(one) and not isinstance(one, ast.Import)]
    return found[-1] if found else None


def _statements(body):
    """Yield the statements outside of functions and classes, those inside of blocks too."""
    for node in body:
        if isinstance(node, (ast.If, ast.Try, ast.With)):
            handlers = [one for handler in getattr(node, "handlers", ()) for one in handler.body]
            yield from _statements([*node.body, *getattr(node, "orelse", ()), *handlers])
        else:
            yield node


def _bound_by(node):
    """The names that a statement without blocks, or a definition, binds."""
    if isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
        return [node.name]
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return [alias.asname or alias.name.partition(".")[0] for alias in node.names]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [one.id for one in targets if isinstance(one, ast.Name)]


def methods_of(node):
    """The functions in a class by name."""
    return {one.name: one for one in node.body if isinstance(one, _FUNCTIONS)}


def _added(cls):
    """The methods that a class has beside those that make objects, in which it may warn of its name."""
    return [name for name in methods_of(cls) if name not in ("__init__", "__new__", "__init_subclass__")]


def _names_in(node):
    return [one.id for one in ast.walk(node) if isinstance(one, ast.Name)]


def _passed_to_itself(method):
    """The member of its own object that a method gives back or calls last, as a list of one or none."""
    value = getattr(method.body[-1], "value", None)
    value = value.func if isinstance(value, ast.Call) else value
    own = [one.arg for one in (*method.args.posonlyargs, *method.args.args)][:1]
    is_own = isinstance(value, ast.Attribute) and isinstance(value.value, ast.Name) and [value.value.id] == own
    return [value.attr] if is_own else []


def kinds_in(tree):
    """By class ("" for none) and name what each function of a module is used as."""
    found = {("", node.name): _kind(node) for node in tree.body if isinstance(node, _FUNCTIONS)}
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            found.update({(node.name, name): _kind(one) for name, one in methods_of(node).items()})
    return found


def _kind(node):
    names = {ast.unparse(one).rpartition(".")[2] for one in node.decorator_list}
    if names & {"property", "cached_property"}:
        return "property"
    return "coroutine function" if isinstance(node, ast.AsyncFunctionDef) else "function"
