"""Which names of other modules a program file uses, and where each use stands.

Standard library only, Python 3.9 and later. Positions are those of `ast`: lines from 1, columns in UTF-8 bytes.
"""

import ast

_CAUGHT = {"ImportError", "ModuleNotFoundError", "AttributeError", "Exception", "BaseException", "NameError"}
_CONDITIONS = {"TYPE_CHECKING", "version_info", "hexversion", "hasattr", "find_spec", "PY2", "PY3", "__version__"}


class Use:
    """One use of a name: `how` is "from" (from module import name), "import" (import module), "chain" (module.name).

    position: of the statement of an import, of the attribute expression of a chain. usage: what is done with the value,
    of "called", "base", "raised". calls: the arguments of calls as (number of positional ones, keywords, has stars).
    guarded: whether the program is prepared for the name to be missing.
    """

    def __init__(self, how, module, path, node, guarded, local=""):
        self.how, self.module, self.path, self.node = how, module, path, node
        self.guarded, self.local = guarded, local
        self.usage, self.calls = set(), []

    @property
    def position(self):
        return position(self.node)


def position(node):
    return [node.lineno, node.col_offset, node.end_lineno, node.end_col_offset]


def uses_of(text):
    """All uses in the text of a file. Raises SyntaxError or ValueError where this interpreter can't read it."""
    return _Reader(ast.parse(text)).uses


class _Reader:
    def __init__(self, tree):
        self.tree = tree
        self.uses = []
        self.bound = {}
        self.stored = set()
        self.parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
        self.guarded = set()
        self._find_guards()
        self._imports()
        self._chains()

    def _find_guards(self):
        for node in ast.walk(self.tree):
            if _is_guard(node):
                for part in _guarded_parts(node):
                    self.guarded.update(ast.walk(part))

    def _imports(self):
        tries = [node for node in ast.walk(self.tree) if hasattr(node, "handlers") and _is_guard(node)]
        fallbacks = set().union(*map(_fallbacks, tries))  # where the import works, they never run
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    self._import(node, alias)
            elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
                for alias in node.names:
                    if alias.name != "*":
                        use = Use(
                            "from", node.module, [alias.name], node, node in self.guarded, alias.asname or alias.name
                        )
                        self.uses.append(use)
                        self.bound.setdefault(use.local, []).append((node.module, alias.name, use))
            elif isinstance(node, ast.arg):
                self.stored.add(node.arg)
            elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load) and node not in fallbacks:
                self.stored.add(node.id)
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                self.stored.add(node.name)

    def _import(self, node, alias):
        use = Use("import", alias.name, [], node, node in self.guarded, alias.asname or alias.name.partition(".")[0])
        self.uses.append(use)
        module = alias.name if alias.asname else use.local
        self.bound.setdefault(use.local, []).append((module, None, use))

    def _chains(self):
        for node in ast.walk(self.tree):
            if not isinstance(node, ast.Name) or not isinstance(node.ctx, ast.Load) or node.id in self.stored:
                continue
            known = self.bound.get(node.id, ())
            for module, name in dict.fromkeys((module, name) for module, name, _ in known):
                if all(use.guarded for m, n, use in known if (m, n) == (module, name)) and len(known) > 1:
                    continue  # one of several ways to get it
                self._chain(node, module, name, known)

    def _chain(self, node, module, name, known):
        path, whole = [name] if name else [], node
        while isinstance(self.parents.get(whole), ast.Attribute):
            whole = self.parents[whole]
            path.append(whole.attr)
            self._record(module, list(path), whole)
        for _, _, use in known if name else ():
            self._note(use, node)

    def _record(self, module, path, node):
        if isinstance(node.ctx, ast.Load):
            use = Use("chain", module, path, node, node in self.guarded)
            self._note(use, node)
            self.uses.append(use)

    def _note(self, use, node):
        """What is done with the value of an expression."""
        parent = self.parents.get(node)
        if isinstance(parent, ast.Call) and parent.func is node:
            use.usage.add("called")
            use.calls.append(arguments(parent))
            parent = self.parents.get(parent)
            node = self.parents[node]
        if isinstance(parent, ast.ClassDef) and node in parent.bases:
            use.usage.add("base")
        elif (isinstance(parent, ast.Raise) and parent.exc is node) or isinstance(parent, ast.ExceptHandler):
            use.usage.add("raised")


def arguments(call):
    """The arguments of a call: (number of positional ones, keywords, whether any are spread with stars)."""
    stars = any(isinstance(one, ast.Starred) for one in call.args) or any(one.arg is None for one in call.keywords)
    return len(call.args), [one.arg for one in call.keywords if one.arg], stars


def _is_guard(node):
    if isinstance(node, ast.Try) or type(node).__name__ == "TryStar":
        return any(handler.type is None or _names(handler.type) & _CAUGHT for handler in node.handlers)
    if isinstance(node, (ast.If, ast.IfExp)):
        return bool(_names(node.test) & _CONDITIONS)
    if isinstance(node, ast.BoolOp):
        return any(_names(value) & {"hasattr"} for value in node.values)
    if isinstance(node, (ast.With, ast.AsyncWith)):
        named = [_names(item.context_expr) for item in node.items]
        return any("suppress" in names and names & _CAUGHT for names in named)
    return False


def _guarded_parts(node):
    """What a guard protects: of `try` not what runs where nothing was raised, which no handler catches."""
    return [*node.body, *node.handlers] if hasattr(node, "handlers") else [node]


def _fallbacks(node):
    """The names that a `try` imports, with what its handlers set in their place: `np = None`, and the like."""
    imports = [one for part in node.body for one in ast.walk(part) if isinstance(one, (ast.Import, ast.ImportFrom))]
    names = {alias.asname or alias.name.partition(".")[0] for one in imports for alias in one.names}
    return {
        one
        for handler in node.handlers
        for one in ast.walk(handler)
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store) and one.id in names
    }


def _names(node):
    found = set()
    for part in ast.walk(node):
        if isinstance(part, ast.Name):
            found.add(part.id)
        elif isinstance(part, ast.Attribute):
            found.add(part.attr)
    return found


def last_name(node):
    """The name of an attribute or variable, "" of another expression."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
