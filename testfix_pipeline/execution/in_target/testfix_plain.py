"""Plain data as text, and objects that claim to equal it. Standard library only, Python 3.9 and later."""

_SCALARS = (int, float, str, bytes, bool, type(None))
_LONGEST = 400
_DEEPEST = 6


def is_plain(value, depth=0):
    """Whether a value is made of exact built-in data types alone, so that its text says all about it."""
    kind = type(value)
    if kind in _SCALARS:
        return True
    if depth > _DEEPEST:
        return False
    if kind in (list, tuple, set, frozenset):
        return len(value) < _LONGEST and all(is_plain(one, depth + 1) for one in value)
    if kind is dict:
        return len(value) < _LONGEST and all(is_plain(x, depth + 1) for pair in value.items() for x in pair)
    return False


def text(value):
    """The literal of plain data, the same for equal sets; None for what is not plain or too long."""
    if not is_plain(value):
        return None
    found = _literal(value)
    return found if len(found) <= _LONGEST else None


def _literal(value):
    kind = type(value)
    if kind in (set, frozenset):
        return "%s([%s])" % (kind.__name__, ", ".join(sorted(map(_literal, value))))
    if kind is dict:
        return "{%s}" % ", ".join("%s: %s" % (_literal(key), _literal(one)) for key, one in value.items())
    if kind is list:
        return "[%s]" % ", ".join(map(_literal, value))
    if kind is tuple:
        return "(%s)" % "".join("%s," % _literal(one) for one in value)
    return repr(value)


def arguments(frame):
    """[positional, keyword] arguments of a call as texts, from the frame it begins in; None if they are not plain."""
    code, given = frame.f_code, frame.f_locals
    count, more = code.co_argcount, code.co_kwonlyargcount
    names = code.co_varnames
    positional = tuple(given[name] for name in names[:count])
    keyword = {name: given[name] for name in names[count : count + more]}
    rest = count + more
    if code.co_flags & 0x04:
        positional += tuple(given[names[rest]])
        rest += 1
    if code.co_flags & 0x08:
        keyword.update(given[names[rest]])
    found = [text(positional), text(keyword)]
    return None if None in found else found


def equals_anything(one, other):
    """Whether an object equals a thing that nobody knows, or every value unlike the one that it was compared with."""
    if _equal(one, object()):
        return True
    unlike = _unlike(other)
    return bool(unlike) and all(_equal(one, value) for value in unlike)


def _unlike(value):
    kind = type(value)
    if kind in (int, float):
        return [value + 1, value - 7, 3 * value + 11]
    if kind in (str, bytes):
        mark = "\x01" if kind is str else b"\x01"
        return [value + mark, mark + value, mark]
    if kind in (list, tuple):
        return [value + kind([object()]), kind([object()])]
    return [kind([object()])] if kind in (set, frozenset) else [{object(): 1}] if kind is dict else []


def _equal(one, other):
    try:
        return bool(one == other)
    except Exception:
        return False
