"""Runs a test module again in its own namespace, so that what it computes when it is imported is computed again.

The collected tests stay: their globals are that namespace, and their parameters and the data of their classes are set
to the new ones.
"""


def import_again(items, code_of):
    """Import the modules of tests again. code_of: what gives the code of a path. Raises what the modules raise."""
    for module in {id(item.module): item.module for item in items}.values():
        exec(code_of(module.__file__), vars(module))
    for item in items:
        new = _named(item.module, item.cls.__qualname__) if item.cls is not None else None
        for name, value in vars(new).items() if isinstance(new, type) else ():
            if not (callable(value) or hasattr(value, "__get__") or name.startswith("__")):
                setattr(item.cls, name, value)
        if hasattr(item, "callspec"):
            _renew_parameters(item, item.callspec, new)


def _renew_parameters(item, specification, owner):
    for mark in _parametrize_marks(item, owner):
        names, values = mark.args[:2] if len(mark.args) > 1 else (mark.args[0], mark.kwargs["argvalues"])
        names = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
        number = specification.indices.get(names[0])
        values = list(values)
        if number is None or number >= len(values):
            continue
        case = values[number]
        given = case.values if type(case).__name__ == "ParameterSet" else case if len(names) > 1 else [case]
        for name, value in zip(names, given):  # noqa: B905 - Python 3.9 has no `strict`
            for known in (specification.params, getattr(specification, "funcargs", {})):
                if name in known:
                    known[name] = value


def _parametrize_marks(item, owner):
    for holder in (_named(owner or item.module, item.originalname), owner, item.module):
        marks = getattr(holder, "pytestmark", ())
        for mark in marks if isinstance(marks, (list, tuple)) else [marks]:
            if getattr(mark, "name", "") == "parametrize":
                yield getattr(mark, "mark", mark)


def _named(holder, name):
    for part in name.split("."):
        holder = getattr(holder, part, None)
    return holder
