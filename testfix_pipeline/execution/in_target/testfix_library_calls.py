"""Finds changes that make a call fit the signature of an installed callable, with their evidence.

Runs in the target's interpreter: standard library only, Python 3.9 and later.
"""

import contextlib
import inspect
import re

from testfix_library_objects import is_class
from testfix_library_spelling import similarity

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
_PLACE_ALONE = re.compile(r"(?:_[^\W_]\w*?)?__(?=[^\W_])")
"""How parameters begin that are no keywords though Python takes them for such: `__auto`, `_Bits__auto` in a class."""
_SCALARS = frozenset(["bool", "bytes", "float", "int", "str"])
_BESIDE_TYPES = frozenset(["class", "None", "NoneType", "Optional", "Union", "typing"])
_NAMED = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
_PLACED = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def signature_changes(value, call, old=None, heirs=None, kinds=()):
    """[{what, old, new, source, evidence}] for a call (number of positional arguments, keywords, stars) of a callable.

    what: "rename" or "drop" of the keyword `old`, of which `new` is the old default, if that is known;
    "name": further positional arguments get the keywords `new`, a list, and calls with more of them those of `every`;
    "add": a keyword and its value, `new`, with `place` where it has one;
    "place": the value of the keyword `old` by its place.
    old: the parameters in an old release (`OldRelease.parameters`), if known;
    heirs: what that release says of a keyword and the names that are free (`OldRelease.heirs`).
    kinds: the names of the arguments' types, the positional ones first, "" of one that is not known.
    Empty where the call fits or nothing is known of the callable.
    """
    try:
        parameters = dict(map(_by_place, inspect.signature(value).parameters.values()))
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
        found += [change for old in unknown for change in _by_heirs(old, [one.name for one in free], heirs)]
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
        every = [*kinds, *[""] * number][:number]
        if not old:
            found += _keyword_only_names(parameters, every[places:], keywords, "signature")
        if not old and places and all(one.default is None for one in placed[:places]):
            found += _keyword_only_names(parameters, every, keywords, "places")  # another parameter came before them
    return found


def _needs_place(parameter, unknown):
    """Whether a parameter that a call must give by its place can only be what the one unknown keyword is for."""
    is_asked = parameter.kind is inspect.Parameter.POSITIONAL_ONLY and parameter.default is inspect.Parameter.empty
    return is_asked and len(unknown) == 1


def _by_place(parameter):
    """(name, parameter), of one that is no keyword by its name without what says so and of that kind."""
    name = _PLACE_ALONE.sub("", parameter.name)
    if name == parameter.name or parameter.kind not in _PLACED:
        return parameter.name, parameter
    return name, parameter.replace(name=name, kind=inspect.Parameter.POSITIONAL_ONLY)


def said_keywords(value, call, text):
    """Yield changes that give a call a keyword which an error names with a value, or a switch that it speaks of.

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
    words = set(re.findall(r"[a-z]{4,}", text.lower()))
    for one in parameters:
        if one.kind not in _NAMED or one.name in placed or one.name in keywords:
            continue
        evidence = "the error says: %s" % " ".join(text.split())[:160]
        named = re.findall(_GIVEN % re.escape(one.name), text)
        switched = {"True": "False", "False": "True"}
        for given in dict.fromkeys([*(switched[it] for it in named if it in switched), *named]):
            if given != repr(one.default):
                yield _change("add", "", [one.name, given], "said keyword", evidence)
        if not named and isinstance(one.default, bool) and words.intersection(_long_words(one.name)):
            yield _change("add", "", [one.name, str(not one.default)], "said word", evidence)


def _long_words(name):
    return [word for word in name.lower().split("_") if len(word) > 3]


def _by_heirs(keyword, free, heirs):
    """Yield renames that the old release's own code or warnings tell, so that no other source has to guess."""
    for name, evidence in heirs(keyword, free) if heirs else ():
        yield _change("rename", keyword, name, "old release", evidence)


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


def _keyword_only_names(parameters, kinds, keywords, source):
    """Yield the change that gives further positional arguments, of types of these names, the first keywords that may
    have such values."""
    only = [one for one in parameters.values() if one.kind is inspect.Parameter.KEYWORD_ONLY]
    left = [one for one in only if one.name not in keywords]
    names = []
    for kind in kinds:
        fitting = [one for one in left if _may_be(one, kind)]
        if not fitting:
            return
        names.append(fitting[0].name)
        left.remove(fitting[0])
    evidence = "the signature takes %s by keyword only" % ", ".join(names)
    yield dict(_change("name", "", names, source, evidence), every=[*names, *(one.name for one in left)])


def _may_be(parameter, kind):
    """Whether a parameter may have a value of a type, as far as its default and annotation say: a flag or none."""
    said = {*re.findall(r"\w+", str(parameter.annotation))} - _BESIDE_TYPES
    if kind in _SCALARS and said and said <= _SCALARS and not said.intersection({kind, *["float"] * (kind == "int")}):
        return False
    is_flag = isinstance(parameter.default, bool) or "bool" in re.findall(r"\w+", str(parameter.annotation))
    is_free = parameter.annotation is inspect.Parameter.empty and parameter.default is None
    return is_flag or is_free if kind == "bool" else not (kind and isinstance(parameter.default, bool))


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
