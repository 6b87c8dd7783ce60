"""What a new release defines as the old one defined a name that is lost: the same code under another name.

Both are read; nothing is imported. Runs in the target's interpreter: standard library only, Python 3.9 and later.
"""

import ast
import copy
import difflib
import re

from testfix_library_lookup import distribution_of
from testfix_library_old import kinds_in, methods_of, parsed

ALIKE, CLEARLY, MOST = 0.6, 0.04, 3
DOCUMENTED, FEW_WORDS = 0.9, 4
_FUNCTION = re.compile(rb"\bdef\s+(\w+)")
_DEFINES = re.compile(rb"^(?:class|def|async def)\s+(\w+)|^([A-Za-z]\w*)\s*[:=]", re.M)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_DEFINITIONS = (*_FUNCTIONS, ast.ClassDef)


def kin(lost, release, modules):
    """[(resemblance 0 to 1, module, owner, name)] of what is new and defined as the lost name was, the likeliest first.

    lost: a `Lost`. release: the `OldReleaseFolder`. modules: (name, text) of the new release's modules.
    """
    outer, _, inner = (lost.owner or lost.name).partition(".")
    found = release.holder(lost.module, outer) if lost.owner else release.definition(lost.module, outer)
    if found is None or not isinstance(found[1], ast.AST) or inner:
        return []
    where, node = found
    wanted = (lost.module, where) if lost.owner else ()
    read = [
        (module, text)
        for module, text in modules
        if module in wanted or (not wanted and _may_be_new(release, module, text))
    ]
    trees = {module: tree for module, text in read if (tree := parsed(text)) is not None}
    if lost.owner:
        rated = list(_members(node, lost.name, lost.owner, trees, (lost.module, where)))
    else:
        rated = list(_definitions(node, release, trees)) if isinstance(node, _DEFINITIONS) else []
    rated.sort(key=lambda one: (-one[0], one[1:]))
    others = [one for one in rated if one[3] != rated[0][3]]
    if others and rated[0][0] - others[0][0] < CLEARLY:  # nothing says which one
        rated = [(0.7 * resemblance, *place) for resemblance, *place in rated]
    return [one for one in rated if one[0] >= ALIKE][:MOST]


def _may_be_new(release, module, text):
    """Whether a module seems to define what the old release did not have there: to read all of them takes long."""
    old = release.text(module)
    return any(name not in old for pair in _DEFINES.findall(text) for name in pair if name)


def _definitions(node, release, trees):
    """The resemblance of each definition of the same kind by a name that the old release did not have there."""
    before, kind = _tokens(node), ast.ClassDef if isinstance(node, ast.ClassDef) else _FUNCTIONS
    for module, tree in trees.items():
        old = release.names(module)
        fresh = [one for one in tree.body if isinstance(one, kind) and one.name not in old]
        yield from ((_resemblance(before, _tokens(one)), module, "", one.name) for one in fresh)


def _members(node, name, owner, trees, places):
    """Methods with the same code and attributes that are given the same value, of the class of the same name."""
    if not isinstance(node, ast.ClassDef):
        return
    old, given = methods_of(node), _given(node)
    for module in dict.fromkeys(places):
        tree = trees.get(module)
        for now in tree.body if tree is not None else ():
            if not isinstance(now, ast.ClassDef) or now.name != owner:
                continue
            for other, method in methods_of(now).items():
                if name in old and other not in old:
                    yield _resemblance(_tokens(old[name]), _tokens(method)), module, owner, other
            for other, value in _given(now).items():
                if name in given and other not in given and value == given[name]:
                    yield 0.95, module, owner, other


def _given(node):
    """By attribute of `self` what the class's methods give it, once."""
    found, often = {}, set()
    for one in ast.walk(node):
        for target in one.targets if isinstance(one, ast.Assign) else ():
            if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == "self":
                often |= {target.attr} & found.keys()
                found[target.attr] = ast.dump(one.value)
    return {name: value for name, value in found.items() if name not in often}


def _tokens(node):
    """The words and signs of a definition, without its own name and the types of parameters and results."""
    plain = copy.deepcopy(node)
    for one in ast.walk(plain):
        if isinstance(one, (ast.arg, *_FUNCTIONS)):
            setattr(one, "annotation" if isinstance(one, ast.arg) else "returns", None)
    text = re.sub(r"\b%s\b" % re.escape(node.name), "_", ast.unparse(plain))
    return re.findall(r"\w+|[^\w\s]", text)


def _resemblance(one, other):
    matcher = difflib.SequenceMatcher(None, one, other, autojunk=False)
    return matcher.ratio() if matcher.real_quick_ratio() >= ALIKE and matcher.quick_ratio() >= ALIKE else 0.0


# -- how a name is used ------------------------------------------------------------------------------------------------


def changed_kinds(release, modules, words):
    """(module, owner, name, was, now) of functions that have to be used in another way than in the old release.

    words: names that the program speaks of, which alone count.
    """
    for module, text in modules:
        if words.isdisjoint(name.decode("ascii", "replace") for name in _FUNCTION.findall(text)):
            continue  # to read all of a large library takes long
        known = release.kinds(module)
        tree = parsed(text) if known else None
        for (owner, name), now in kinds_in(tree).items() if tree is not None else ():
            was = known.get((owner, name), now)
            if was != now and name in words:
                yield module, owner, name, was, now


def changed_usages(program, old):
    """Functions of libraries to use in another way than in the old release (see `testfix_library_uses`)."""
    words = {word for text in program.texts.values() for word in re.findall(r"\w+", text.decode("utf-8", "replace"))}
    found = []
    for top, release in old.items():
        library, version = distribution_of(top)
        modules = program.lookup.texts_of(top) if top in words and top not in program.standard else ()
        imported = (one for one in modules if not program.lookup.is_over())
        for module, owner, name, was, now in changed_kinds(release, imported, words):
            found.append({"module": module, "owner": owner, "name": name, "was": was, "now": now,
                          "library": library, "version": version})  # fmt: skip
    return found
