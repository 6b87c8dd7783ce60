"""Finds changes that make a call fit the signature of an installed callable, with their evidence.

Runs in the target's interpreter: standard library only, Python 3.9 and later.
"""

import ast
import contextlib
import functools
import inspect
import re
import sys

from testfix_library_lookup import attribute, distribution_of
from testfix_library_objects import is_class, is_function
from testfix_library_spelling import similarity
from testfix_library_uses import arguments, last_name, position

NEAR, MOST = 0.5, 4
"""NEAR: what similar names are above: half of the letters of `bind` are in `info`."""
_GONE = re.compile(r"deprecat|remov|no longer|ignored|no effect|obsolete|unused|dropped", re.I)
_NOW = r"\b%(old)s\b[^.\n]{0,80}?(?:renamed to|use|replaced by|in favou?r of|now called|became|->)\s+[`'\"]*%(new)s\b"
_INSTEAD = (
    r"\b%(new)s\b[`'\"*]*\s+(?:instead of|replaces|supersedes|as an? replacement (?:for|of))\s+(?:the\s+)?"
    r"(?:(?:deprecated|former|old)\s+)?[`'\"*]*%(old)s\b"
)
_GIVEN = r"\b%s\s*=\s*(True|False|None|\d+|'\w+'|\"\w+\"|object|float|int|str)\b"
_UNFIT = re.compile(r"\(\) (?:got|takes|missing) ")
_NAMED = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
_PLACED = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
_SAID_INSTEAD = rb"[`'\"]%s[`'\"] (?:is|was|has been)\b[^\n]{0,80}?\b[Uu]se [`'\"](\w+)[`'\"]"


def signature_changes(value, call, old=None, heirs=None):
    """[{what, old, new, source, evidence}] for a call (number of positional arguments, keywords, stars) of a callable.

    what: "rename" or "drop" of the keyword `old`, of which `new` is the old default, if that is known;
    "name": further positional arguments get the keywords `new`, a list, and calls with more of them those of `every`;
    "add": a keyword and its value, `new`, with `place` where it has one;
    "place": the value of the keyword `old` by its place.
    old: the parameters in an old release (`OldRelease.parameters`), if known;
    heirs: what that release says of a keyword and the names that are free (`OldRelease.heirs`).
    Empty where the call fits or nothing is known of the callable.
    """
    try:
        parameters = dict(inspect.signature(value).parameters)
    except (TypeError, ValueError):
        return []
    number, keywords, stars = call
    placed = [one for one in parameters.values() if one.kind in _PLACED]
    forms = {one.kind for one in parameters.values()}
    found = []
    named = {name for name, one in parameters.items() if one.kind in _NAMED}
    taken = {one.name for one in placed[:number]} | named.intersection(keywords)
    if inspect.Parameter.VAR_KEYWORD not in forms:
        unknown = [one for one in keywords if one not in named]
        free = [one for one in parameters.values() if one.name in named - taken]
        switches = {name for name, default, _ in old or () if default in ("True", "False")}.intersection(unknown[:1])
        free = [one for one in free if not (switches and _is_no_switch(one))]
        text = _documentation(value)
        names = [one.name for one in free]
        said = [(keyword, *one) for keyword in unknown for one in (heirs(keyword, names) if heirs else ())]
        found += [_change("rename", keyword, name, "old release", evidence) for keyword, name, evidence in said]
        if unknown and any(one.name == unknown[0] or _needs_place(one, unknown) for one in placed[number : number + 1]):
            return [_change("place", unknown[0], "", "signature", "the signature takes it by its place alone")]
        found += [] if found else _by_old_signature(parameters, unknown, taken, old or [])
        found += [change for old in unknown[:1] for change in _for_unknown_keyword(old, free, text, stars)]
    else:
        found += _for_required(parameters, taken, keywords, old or []) if not stars else []
    found += _lost_defaults(parameters, taken, old or []) if not stars else []
    places = next((place for place, one in enumerate(placed) if one.name in keywords), len(placed))
    if number > places and inspect.Parameter.VAR_POSITIONAL not in forms and not stars:
        found += _keywords_by_old_signature(parameters, places, number, old or [])
        found += _keyword_only_names(parameters, number - places, keywords) if not old else []
    return found


def _needs_place(parameter, unknown):
    """Whether a parameter that a call must give by its place can only be what the one unknown keyword is for."""
    is_asked = parameter.kind is inspect.Parameter.POSITIONAL_ONLY and parameter.default is inspect.Parameter.empty
    return is_asked and len(unknown) == 1


def said_keywords(value, call, text):
    """Yield changes that give a call a keyword which an error names with a value.

    text: of an error that was raised in the callable, and of its causes.
    """
    try:
        parameters = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return
    if _UNFIT.search(text):
        return
    number, keywords, _ = call
    placed = [one.name for one in parameters if one.kind in _PLACED][:number]
    for one in parameters:
        if one.kind not in _NAMED or one.name in placed or one.name in keywords:
            continue
        evidence = "the error says: %s" % " ".join(text.split())[:160]
        named = re.findall(_GIVEN % re.escape(one.name), text)
        switched = {"True": "False", "False": "True"}
        for given in dict.fromkeys([*(switched[it] for it in named if it in switched), *named]):
            if given != repr(one.default):
                yield _change("add", "", [one.name, given], "said keyword", evidence)


def _by_old_signature(parameters, unknown, taken, old):
    """Yield changes by comparison with the old release's signature: the same position, or the only ones left."""
    places, defaults = [name for name, _, _ in old], {name: default for name, default, _ in old if default is not None}
    new = [name for name in parameters if parameters[name].kind in _NAMED]
    fresh = [name for name in new if name not in places and name not in taken]
    if {"True", "False"}.intersection(defaults.get(one, "") for one in unknown[:1]):
        fresh = [name for name in fresh if not _is_no_switch(parameters[name])]
    gone = [name for name in places if name not in parameters]
    placed = [name for name, _, kind in old if kind == "placed"]  # the others have no place
    for keyword in unknown[:1]:
        at_place = new[placed.index(keyword)] if keyword in gone and keyword in placed[: len(new)] else ""
        if at_place in fresh:
            yield _change("rename", keyword, at_place, "old release", "it stands where %s stood" % keyword)
        elif gone == [keyword] and len(fresh) == 1:
            both_needed = parameters[fresh[0]].default is inspect.Parameter.empty and keyword not in defaults
            is_sure = both_needed or similarity(keyword, fresh[0]) > NEAR
            source = "old release" if is_sure else "only new one"
            yield _change("rename", keyword, fresh[0], source, "%s is gone and %s is new" % (keyword, fresh[0]))
        elif keyword in gone and not fresh:
            evidence = "%s is gone and nothing has come in its place" % keyword
            yield _change("drop", keyword, defaults.get(keyword, ""), "old release", evidence)


def _lost_defaults(parameters, taken, old):
    """Yield changes that give parameters which have to be given now what they were without it."""
    placed = [name for name, one in parameters.items() if one.kind in _PLACED]
    for name, default, _ in old:
        one = parameters.get(name)
        is_required = one is not None and one.kind in _NAMED and one.default is inspect.Parameter.empty
        if is_required and default is not None and name not in taken:
            change = _change("add", "", [name, default], "old release", "its default was %s" % default)
            yield dict(change, place=placed.index(name)) if name in placed else change


def _for_required(parameters, taken, keywords, old):
    """Yield the rename to the one parameter that a call has to give, of the one keyword that is among further ones now:
    of several the one that the old release had a parameter for, or that is spelt alike."""
    required = [name for name, one in parameters.items() if one.kind in _NAMED and one.default is one.empty]
    lacking, further = [one for one in required if one not in taken], [one for one in keywords if one not in parameters]
    before = [one for one in further if one in {name for name, _, _ in old}]
    near = [one for one in further if len(further) > 1 and lacking and similarity(one, lacking[0]) > NEAR]
    likely = before or near or further
    if len(lacking) == len(likely) == 1:
        evidence = "%s has to be given, and %s is no parameter" % (lacking[0], likely[0])
        yield _change("rename", likely[0], lacking[0], "old release" if before else "only new one", evidence)


def _is_no_switch(parameter):
    """Whether a parameter's default is a number or a text: then it has not taken the place of a switch."""
    return isinstance(parameter.default, (int, float, str, bytes)) and not isinstance(parameter.default, bool)


def _keywords_by_old_signature(parameters, placed, number, old):
    new = [name for name, one in parameters.items() if one.kind in _PLACED]
    before = [name for name, _, kind in old if kind == "placed"]
    if number > len(before):  # a decorator still took those by place that are given by keyword alone
        before += [name for name, _, kind in old if kind != "placed"]
    pairs = enumerate(zip(before[:placed], new))  # noqa: B905 - Python 3.9 has no `strict`
    placed = next((place for place, (one, now) in pairs if one != now and one in parameters), placed)
    every = before[placed:]
    only = [name in parameters and parameters[name].kind is inspect.Parameter.KEYWORD_ONLY for name in every]
    names = every[: number - placed]
    if len(names) == number - placed and all(only[: len(names)]):
        evidence = "the arguments at these places were %s" % ", ".join(names)
        every = every[: only.index(False)] if False in only else every
        yield dict(_change("name", "", names, "old release", evidence), every=every)


def _for_unknown_keyword(old, free, text, stars):
    """Yield changes for an unknown keyword: what the documentation says, then free parameters with similar names."""
    required = [] if stars else [one.name for one in free if one.default is inspect.Parameter.empty]
    rated = []
    for one in free:
        said = any(
            re.search(form % {"old": re.escape(old), "new": re.escape(one.name)}, text, re.I)
            for form in (_NOW, _INSTEAD)
        )
        near = similarity(old, one.name)
        rated.append((said, near + 0.3 * (required == [one.name]), one.name))
    rated.sort(key=lambda one: (-one[0], -one[1], one[2]))
    for said, _, name in rated[:MOST]:
        if said:
            yield _change(
                "rename", old, name, "documentation", "the documentation says %s in place of %s" % (name, old)
            )
    is_known, names = any(said for said, _, _ in rated), {name for _, _, name in rated}
    for line in () if is_known else text.splitlines():
        if re.search(r"\b%s\b" % re.escape(old), line) and _GONE.search(line):
            if names.intersection(re.findall(r"\w+", line)):
                continue  # one that may have taken its place
            yield _change("drop", old, "", "documentation", "the documentation says: %s" % line.strip()[:160])
            break
    for said, near, name in rated[:MOST]:
        if near > NEAR and not said:
            yield _change("rename", old, name, "near name", "the signature has %s and no %s" % (name, old))


def _keyword_only_names(parameters, number, keywords):
    """Yield the change that gives a number of further positional arguments the first keywords that are left."""
    only = [one.name for one in parameters.values() if one.kind is inspect.Parameter.KEYWORD_ONLY]
    every = [one for one in only if one not in keywords]
    if len(every) >= number:
        names = every[:number]
        evidence = "the signature takes %s by keyword only" % ", ".join(names)
        yield dict(_change("name", "", names, "signature", evidence), every=every)


def _change(what, old, new, source, evidence):
    return {"what": what, "old": old, "new": new, "source": source, "evidence": evidence}


def _documentation(value):
    """The docstrings and the source of a callable, as far as they are available."""
    parts = [inspect.getdoc(value) or ""]
    if is_class(value):
        parts.append(inspect.getdoc(getattr(value, "__init__", None)) or "")
    with contextlib.suppress(OSError, TypeError, ValueError):
        parts.append(inspect.getsource(inspect.unwrap(value)))
    return "\n".join(parts)


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
        known_of = [place for place in places if release is not None and release.parameters(*place)]
        place = [*known_of, *places][0]
        heirs_of = (release.heirs, *place) if release is not None else (_known_heirs, removed, program.lookup, places)
        old_parameters = release.parameters(*place) if release is not None else None
        found += signature_changes(one, call, old_parameters, functools.partial(*heirs_of))
        found = found if _gets_places(failure["value"], one) else [each for each in found if each["what"] != "name"]
        found = found or list(said_keywords(one, failure["arguments"], failure["text"]))
        own = {name.rpartition(".")[2]} if one is failure["value"] else set()
        alike = [(each, own | _called_alike(failure, module, name, each)) for each in found]
        found = [dict(each, sites=list(_similar_calls(failure, some, each, program))) for each, some in alike]
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
    said = re.compile(_SAID_INSTEAD % re.escape(word))
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


def _similar_calls(failure, names, change, program):
    """Yield the sites of calls with one of the names in the program that fail for the same reason."""
    number, _, _ = failure["arguments"]
    for path, text in program.texts.items():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and last_name(node.func) in names:
                count, keywords, _ = arguments(node)
                is_added = change["what"] == "add" and change["new"][0] not in keywords
                is_added = is_added and count <= change.get("place", count)
                names_here = change["every"][: count - number + len(change["new"])] if change["what"] == "name" else []
                is_named = bool(names_here) and len(names_here) == count - number + len(change["new"])
                is_kept = change["old"] and change["old"] in keywords
                if is_kept or is_added or is_named:
                    yield {"file": path, "position": position(node), **({"path": names_here} if names_here else {})}
