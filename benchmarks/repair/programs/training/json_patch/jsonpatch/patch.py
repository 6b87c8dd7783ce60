"""Apply lists of changes to JSON documents."""

from copy import deepcopy

from jsonpatch.pointer import Pointer, PointerError


def apply(document, changes):
    """The changed document; the given one stays as it is. Raises PointerError at a change that can't be made."""
    document = deepcopy(document)
    for change in changes:
        place = Pointer(change["path"])
        match change["op"]:
            case "add":
                _add(document, place, deepcopy(change["value"]))
            case "remove":
                _remove(document, place)
            case "replace":
                _remove(document, place)
                _add(document, place, deepcopy(change["value"]))
            case "move":
                _add(document, place, _remove(document, Pointer(change["from"])))
            case "copy":
                _add(document, place, deepcopy(Pointer(change["from"]).get(document)))
            case "test":
                if place.get(document) != change["value"]:
                    raise PointerError(f"{place} has another value")
            case other:
                raise ValueError(f"unknown operation {other!r}")
    return document


def _add(document, place, value):
    container, key = place.parent_and_key(document)
    if isinstance(container, list):
        container.insert(key, value)
    else:
        container[key] = value


def _remove(document, place):
    value = place.get(document)
    container, key = place.parent_and_key(document)
    del container[key]
    return value
