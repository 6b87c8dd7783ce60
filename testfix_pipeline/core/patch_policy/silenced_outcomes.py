"""Code for variants of a patch: calls that fail with the old code come to another outcome than the new code gives.

A test that asserts the outcome notices; a test that only wants no exception does not. On the other value of an unknown
type every operation succeeds.
"""

OTHER, OUTCOME = "_testfix_other", "_testfix_outcome"

_BASE = """
class _TestfixOther:
    def __init__(self, *given, **named):
        pass

    def _itself(self, *given, **named):
        return self

    __call__ = __getattr__ = __getitem__ = __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _itself
    __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __pow__ = __rpow__ = _itself
    __neg__ = __abs__ = __and__ = __or__ = __xor__ = __enter__ = _itself
    __setitem__ = lambda self, key, value: None
    __exit__ = __contains__ = __lt__ = __le__ = __gt__ = __ge__ = lambda self, *given: False
    __iter__ = lambda self: iter(())
    __len__ = __int__ = __index__ = lambda self: 7919
    __float__ = lambda self: 7919.0
    __bool__ = lambda self: True
    __eq__ = lambda self, other: self is other
    __hash__ = lambda self: id(self)
    __str__ = __repr__ = lambda self: "another value"


def _testfix_other(value):
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float, complex)):
        return type(value)(value + 7919)
    if isinstance(value, (str, bytes)):
        return value + ("another value" if isinstance(value, str) else b"another value")
    if type(value) in (list, tuple, set, frozenset):
        return type(value)([*value, _TestfixOther()])
    if type(value) is dict:
        return {**value, _TestfixOther(): _TestfixOther()}
    return _TestfixOther()


def _testfix_spoil(value):
    try:
        if isinstance(value, dict):
            value[_TestfixOther()] = _TestfixOther()
        elif isinstance(value, (set, list, bytearray)):
            value.add(_TestfixOther()) if isinstance(value, set) else value.append(_testfix_other(0))
        for name, held in list(getattr(value, "__dict__", {}).items()) if not isinstance(value, type) else ():
            if isinstance(held, (dict, set, list)):
                _testfix_spoil(held)
            elif held is None or isinstance(held, (int, float, str)):
                setattr(value, name, _testfix_other(held))
    except Exception:
        pass


def _testfix_spoiled(result, lost, effects, given):
    if effects or result is None:
        for value in given:
            _testfix_spoil(value)
    if lost and isinstance(result, dict):
        return {**result, **dict.fromkeys(lost, _TestfixOther())}
    if lost and hasattr(result, "__dict__"):
        for name in lost:
            setattr(result, name, _testfix_other(getattr(result, name, None)))
        return result
    return result if effects else _testfix_other(result)


def _testfix_copied(values):
    try:
        return __import__("copy").deepcopy(values)
    except Exception:
        return values


def _testfix_text(value):
    try:
        return __import__("re").sub(" at 0x[0-9a-f]+", "", repr(value))
    except Exception:
        return ""


_testfix_phase = [None]
"""

_OUTCOME = """
{prefix}def _testfix_outcome{name}(old, new, read, lost, effects, given, named):
    if _testfix_phase[0]:
        return read({wait}(old if _testfix_phase[0] == "old" else new)(*given, **named))
    before = failed = None
    try:
        _testfix_phase[0] = "old"
        copied = _testfix_copied((given, named))
        before = _testfix_text(read({wait}old(*copied[0], **copied[1])))
    except Exception:
        failed = True
    try:
        _testfix_phase[0] = "new"
        result = read({wait}new(*given, **named))
    finally:
        _testfix_phase[0] = None
    if failed or before != _testfix_text(result):
        result = _testfix_spoiled(result, lost, effects, [*given, *named.values()])
    return result
"""

CODE = "".join(
    (
        _BASE,
        _OUTCOME.format(prefix="", name="", wait=""),
        _OUTCOME.format(prefix="async ", name="_awaited", wait="await "),
    )
)
