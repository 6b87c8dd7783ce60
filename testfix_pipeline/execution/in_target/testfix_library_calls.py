"""What would make a call fit the signature of an installed callable: candidates with their evidence.

Runs in the target's interpreter: standard library only, Python 3.9 and later.
"""

import contextlib
import inspect
import re

from testfix_library_spelling import similarity

NEAR, MOST = 0.5, 4
_GONE = re.compile(r"deprecat|remov|no longer|ignored|no effect|obsolete|unused|dropped", re.I)
_NOW = r"\b%(old)s\b[^.\n]{0,80}?(?:renamed to|use|replaced by|in favou?r of|now called|became|->)\s+[`'\"]*%(new)s\b"
_INSTEAD = r"\b%(new)s\b[`'\"]*\s+instead of\s+[`'\"]*%(old)s\b"
_NAMED = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
_PLACED = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def changes(value, call):
    """[{what, old, new, source, evidence}] for a call (number of positional arguments, keywords, stars) of a callable.

    what: "rename" or "drop" of the keyword `old`; "name": further positional arguments get the keywords `new`, a list.
    Empty where the call fits or nothing is known of the callable.
    """
    try:
        parameters = inspect.signature(value).parameters
    except (TypeError, ValueError):
        return []
    number, keywords, stars = call
    placed = [one for one in parameters.values() if one.kind in _PLACED]
    kinds = {one.kind for one in parameters.values()}
    found = []
    if inspect.Parameter.VAR_KEYWORD not in kinds:
        named = {name for name, one in parameters.items() if one.kind in _NAMED}
        taken = {one.name for one in placed[:number]} | named.intersection(keywords)
        unknown = [one for one in keywords if one not in named]
        free = [one for one in parameters.values() if one.name in named - taken]
        text = _documentation(value)
        found += [change for old in unknown[:1] for change in _of_unknown(old, free, text, stars)]
    if number > len(placed) and inspect.Parameter.VAR_POSITIONAL not in kinds and not stars:
        found += _named(parameters, number - len(placed), keywords)
    return found


def _of_unknown(old, free, text, stars):
    """For a keyword that the callable does not know: what its documentation says, then the nearest that are free."""
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
    for line in text.splitlines():
        if re.search(r"\b%s\b" % re.escape(old), line) and _GONE.search(line):
            yield _change("drop", old, "", "documentation", "the documentation says: %s" % line.strip()[:160])
            break
    for said, near, name in rated[:MOST]:
        if near >= NEAR and not said:
            yield _change("rename", old, name, "near name", "the signature has %s and no %s" % (name, old))


def _named(parameters, extra, keywords):
    only = [one.name for one in parameters.values() if one.kind is inspect.Parameter.KEYWORD_ONLY]
    free = [one for one in only if one not in keywords][:extra]
    if len(free) == extra:
        evidence = "the signature takes %s by keyword only" % ", ".join(free)
        yield _change("name", "", free, "signature", evidence)


def _change(what, old, new, source, evidence):
    return {"what": what, "old": old, "new": new, "source": source, "evidence": evidence}


def _documentation(value):
    """The docstrings and the source of a callable, as far as they can be had."""
    parts = [inspect.getdoc(value) or ""]
    if inspect.isclass(value):
        parts.append(inspect.getdoc(getattr(value, "__init__", None)) or "")
    with contextlib.suppress(OSError, TypeError, ValueError):
        parts.append(inspect.getsource(inspect.unwrap(value)))
    return "\n".join(parts)
