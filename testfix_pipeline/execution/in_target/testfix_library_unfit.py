"""Calls of installed callables that fail, and what makes them fit, with all calls of the program that are alike.

Runs in the target's interpreter: standard library only, Python 3.9 and later.
"""

import ast
import functools
import inspect
import re
import sys

from testfix_library_calls import said_keywords, signature_changes
from testfix_library_lookup import attribute, distribution_of
from testfix_library_objects import is_class, is_function
from testfix_library_uses import arguments, last_name, position

_INSTEAD = rb"[`'\"]%s[`'\"] (?:is|was|has been)\b[^\n]{0,80}?\b[Uu]se [`'\"](\w+)[`'\"]"


def unfit_call(failure, program, old, removed):
    """The JSON data on a call that does not fit an installed callable; None if that is the project's own."""
    call, known = failure["arguments"], None
    for one in [failure["value"], *failure.get("inner", ())]:
        module = attribute(one, "__module__")[0] or type(one).__module__ or ""
        if not isinstance(module, str) or not program.lookup.is_installed(module):
            continue
        name = getattr(one, "__qualname__", failure["said"])
        release = old.get(module.partition(".")[0])
        places = _places_of(one, module, name)
        outer = tuple(attribute(failure["value"], part)[0] for part in ("__module__", "__qualname__"))
        is_passed_on = one is not failure["value"] and all(isinstance(part, str) for part in outer)
        places += [outer] if is_passed_on else []  # what it passes on to may be new
        found = [*_known_drops(removed, places, call[1])]
        heirs = functools.partial(_known_heirs, removed, program.lookup, places)
        known_of = [place for place in places if release is not None and release.parameters(*place)]
        found += _signature_changes(one, call, release, [*known_of, *places][0], heirs, failure)
        found = found if _gets_places(failure["value"], one) else [each for each in found if each["what"] != "name"]
        found = found or list(said_keywords(one, failure["arguments"], failure["text"]))
        own = {name.rpartition(".")[2]} if one is failure["value"] else set()
        alike = _nearest_alone([(change, _changed_alike(module, change, release)) for change in found])
        found = [
            dict(
                _supported(each, also),
                sites=list(
                    _similar_calls(failure, _called_alike(failure, module, name, each) | own | also, each, program)
                ),
            )
            for each, also in alike
        ]
        found += list(_at_the_call_alone(failure, found))
        library, version = distribution_of(module.partition(".")[0])
        if found or known is None:
            known = {"module": module, "name": name, "library": library, "version": version, "changes": found}
        if found:
            break
    return known


def _gets_places(value, inner):
    """Whether a callable gets the positional arguments of a call, or those further in that it passes them on to."""
    if inner is value or is_class(value):
        return True
    try:
        parameters = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return True
    return any(one.kind is one.VAR_POSITIONAL for one in parameters)


def _at_the_call_alone(failure, changes):
    """Yield the changes that an error's text speaks of without the other calls of that name, which may go well."""
    here = {"file": failure["file"], "position": failure["call"]}
    for change in changes:
        if change["source"].startswith("said") and here in change["sites"] and len(change["sites"]) > 1:
            yield dict(change, sites=[here])


def _places_of(value, module, name):
    """(module, qualified name) of a callable; of a class also of its bases: their first method may take the call."""
    bases = value.__mro__[1:-1] if is_class(value) else ()
    return [(module, name), *((one.__module__, one.__qualname__) for one in bases)]


def _signature_changes(value, call, release, place, heirs, failure):
    if release is None:
        return signature_changes(value, call, None, heirs, failure["kinds"])
    heirs = functools.partial(release.heirs, *place)
    return signature_changes(value, call, release.parameters(*place), heirs, failure["kinds"])


def _known(removed, places, keyword):
    """What is known of a keyword that is gone; None where nothing is."""
    full = ["%s.%s(%s)" % (module, one, keyword) for module, name in places for one in (name, name + ".__init__")]
    return next((removed[one] for one in full if one in removed), None)


def _known_drops(removed, places, keywords):
    """Yield changes that drop keywords which are known to be gone, with nothing in their place."""
    for keyword in keywords:
        known = _known(removed, places, keyword)
        if known is not None and not known["use"]:
            evidence = "%s, which has it: %s" % (known["last"], known["says"])
            yield {"what": "drop", "old": keyword, "new": "", "source": "removals", "evidence": evidence}


def _known_heirs(removed, lookup, places, keyword, names):
    """[(name, evidence)] of the keywords that are known to have taken the place of one, as `OldRelease.heirs`: by the
    tables, or by what the library says in another function that still takes it."""
    known = _known(removed, places, keyword)
    if known is not None:
        return [(one, "%s: %s" % (known["last"], known["says"])) for one in known.get("use", ()) if one in names]
    word = keyword.encode()
    said = re.compile(_INSTEAD % re.escape(word))
    texts = (text for _, text in lookup.texts_of(places[0][0].partition(".")[0]) if word in text)
    lines = {match.group(1).decode(): match.group() for text in texts for match in said.finditer(text)}
    found = [(one, "the library says: %s" % line.decode()) for one, line in lines.items() if one in names]
    return found if len(lines) == 1 else []


def _called_alike(failure, module, name, change):
    """The names of what takes the same call: what failed, and a class, which may stand for its first method, with its
    subclasses; not with those whose own first method does not pass on what the change is about."""
    found = getattr(sys.modules.get(module), name.removesuffix(".__init__"), None)
    kind = inspect.Parameter.VAR_POSITIONAL if change["what"] == "name" else inspect.Parameter.VAR_KEYWORD
    left, names = [found] if is_class(found) else [], {failure["said"]}
    while left:
        one = left.pop()
        names.add(one.__name__)
        left += [inner for inner in type.__subclasses__(one) if inner.__name__ not in names and _passes_on(inner, kind)]
    return names


def _passes_on(cls, kind):
    """Whether a class has no first method of its own, or one that takes any more parameters of a kind."""
    own = vars(cls).get("__init__")
    return not is_function(own) or any(one.kind is kind for one in inspect.signature(own).parameters.values())


def _changed_alike(module, change, release):
    """The names of functions and methods of a module in which the same keyword was renamed to the same one."""
    if change["what"] != "rename" or release is None:
        return set()
    found = set()
    for qualname, function in _functions_of(sys.modules.get(module)):
        try:
            now = inspect.signature(function).parameters
        except (TypeError, ValueError):
            continue
        if change["new"] in now and change["old"] not in now:
            before = [name for name, _, _ in release.parameters(module, qualname) or ()]
            found |= {qualname.rpartition(".")[2]} if change["old"] in before else set()
    return found


def _nearest_alone(alike):
    """Yield (change, names), without the names behind the nearest new keyword: all that came to functions which lost
    one came to several, and their number speaks for none of the others."""
    known = set()
    for change, names in alike:
        yield change, set() if change["old"] in known else names
        known |= {change["old"]} if len(names) > 1 else set()


def _supported(change, alike):
    """The change; what several functions renamed alike is no guess from the spelling."""
    if len(alike) < 2 or change["source"] not in ("near name", "only new one"):
        return change
    evidence = "%s; so it is of %s" % (change["evidence"], ", ".join(sorted(alike)))
    return dict(change, source="old release", evidence=evidence)


def _functions_of(module):
    """(qualified name, function) of the functions that a module defines, those of its classes too."""
    for one in list(vars(module).values()) if module else ():
        if attribute(one, "__module__")[0] != module.__name__:
            continue
        inner = vars(one).values() if is_class(one) else [one]
        yield from ((function.__qualname__, function) for function in inner if is_function(function))


def _similar_calls(failure, names, change, program):
    """Yield the sites of calls with one of the names in the program that fail for the same reason."""
    number, _, _ = failure["arguments"]
    for path, text in program.texts.items():
        is_moved = change["what"] in ("rename", "drop")
        for node in ast.walk(ast.parse(text)):
            passes = is_moved and isinstance(node, ast.Call) and _passes(node, names)
            if isinstance(node, ast.Call) and (passes or last_name(node.func) in names):
                count, keywords, _ = arguments(node)
                is_added = change["what"] == "add" and change["new"][0] not in keywords
                is_added = is_added and count <= change.get("place", count)
                names_here = change["every"][: count - number + len(change["new"])] if change["what"] == "name" else []
                is_named = bool(names_here) and len(names_here) == count - number + len(change["new"])
                is_kept = change["old"] and change["old"] in keywords
                if is_kept or is_added or is_named:
                    yield {"file": path, "position": position(node), **({"path": names_here} if names_here else {})}


def _passes(call, names):
    """Whether a call passes its keywords on to a callable of one of the names: `partial(name, keyword=1)` does."""
    return last_name(call.func) == "partial" and call.args and last_name(call.args[0]) in names
