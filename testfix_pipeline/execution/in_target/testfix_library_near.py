"""Names of a library that are written nearly as one that is lost, as candidates for it (see `testfix_library_names`).

Runs in the target's interpreter: standard library only, Python 3.9 and later.
"""

from testfix_library_lookup import attribute, outermost, publicity, standard_modules
from testfix_library_objects import is_module, names_in, submodules
from testfix_library_spelling import similarity

MOST_NEAR = 4
NEAR, NEAR_MODULE, NEAR_ELSEWHERE = 0.62, 0.85, 0.75


def near_names(lost, lookup):
    """Names of the same module or class that are written nearly the same."""
    holder = lookup.module(lost.module) if lost.module else None
    for part in filter(None, lost.owner.split(".")):
        holder, _ = attribute(holder, part)
    names = names_in(holder) if holder is not None else standard_modules()
    if lost.is_module and is_module(holder):
        names = {*names, *submodules(holder)}
    near = sorted(((-similarity(lost.name, one), one) for one in names), key=lambda pair: pair)
    for minus, name in near[:MOST_NEAR]:
        if -minus >= (NEAR if lost.module else NEAR_MODULE):
            value = _near_value(lost, lookup, holder, name)
            if value is not None and (is_module(value) or not lost.is_module):
                where = ".".join(filter(None, [lost.module, lost.owner]))
                yield "near name", lost.module, lost.owner, name, value, "%s has %s" % (where or "Python", name)


def near_elsewhere(lost, top, lookup):
    """Functions and classes of the library's other modules that are written nearly the same."""
    if not top or lost.is_module or lost.name.isupper():  # a constant
        return
    rated = [(-similarity(lost.name, name), *publicity(module)[:2], module, name)
             for module, name in lookup.defined(top) if module != lost.module]  # fmt: skip
    for *_, module, name in sorted(one for one in rated if -one[0] >= NEAR_ELSEWHERE)[:MOST_NEAR]:
        value = lookup.value(module, "", name)
        if value is not None:
            place = outermost(module, name, value, lookup)
            yield "near name", place, "", name, value, "%s has %s" % (place, name)


def _near_value(lost, lookup, holder, name):
    value, message = attribute(holder, name) if holder is not None else (None, "")
    if message is None:
        return value
    loaded = lookup.module(".".join(filter(None, [lost.module, name]))) if lost.is_module else None
    return loaded if is_module(loaded) else None
