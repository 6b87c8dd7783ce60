"""What a live object of a library holds in the place of an attribute that it lacks: its class may show none of it.

Nothing of the object is called. Runs in the target's interpreter: standard library only, Python 3.9 and later.
"""

import contextlib
import inspect
import types

from testfix_library_objects import accepts, is_function
from testfix_library_spelling import similarity

NEAR, MOST = 0.62, 4


def held_members(value, name):
    """The candidates for an attribute that an object lacks, the likeliest first.

    Each is a dictionary: `path` below the object, `source`, "held object" where something in it has the attribute, or
    "near name" of what it was given itself, and whether it `is_callable`.
    """
    own = _attributes(value)
    inner = [("%s.%s" % (one, name), found) for one, held in own.items()
             if type(held).__module__ != "builtins" and (found := _member(held, name)) is not _ABSENT]  # fmt: skip
    near = sorted((-similarity(name, one), one) for one in own if not _has_static(type(value), one))
    found = [("held object", path, one) for path, one in inner[:MOST]]
    found += [("near name", one, own[one]) for minus, one in near[:MOST] if -minus >= NEAR]
    return [{"source": source, "path": path, "is_callable": callable(one)} for source, path, one in found]


_ABSENT = object()


def _attributes(value):
    """The public attributes that an object was given."""
    with contextlib.suppress(Exception):  # objects that stand for others raise what they like
        return {name: held for name, held in vars(value).items() if not name.startswith("_")}
    return {}


def _member(value, name):
    with contextlib.suppress(Exception):
        return inspect.getattr_static(value, name, _ABSENT)
    return _ABSENT


def _has_static(kind, name):
    return _member(kind, name) is not _ABSENT


def called_getters(candidates, owner, name):
    """The candidates that are methods which get the attribute, `get_name`, and need no more than the object: called."""
    getter = "get%s" % name.lower().replace("_", "")
    found = [one for one in candidates if one["name"].lower().replace("_", "") == getter and one["is_callable"]]
    methods = [(one, inspect.getattr_static(owner, one["name"], None)) for one in found]
    fitting = [
        one for one, it in methods if is_function(it) and accepts(types.MethodType(it, object()), (0, [], False))
    ]
    return [dict(one, name="%s()" % one["name"], is_callable=False) for one in fitting]
