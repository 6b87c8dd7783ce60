"""Records: dicts whose keys can be read as attributes, and lists of them."""


class Record:
    """A read-only view of a mapping; nested mappings come out as records, lists as tuples."""

    def __init__(self, data):
        self._data = dict(data)

    def __getattr__(self, name):
        if name.startswith("__") or name == "_data":
            raise AttributeError(name)
        try:
            return wrap(self._data[name])
        except KeyError:
            raise KeyError(f"the record has no {name!r}") from None

    def __getitem__(self, key):
        return wrap(self._data[key])

    def __contains__(self, key):
        return key in self._data

    def __iter__(self):
        return iter(self._data)

    def __len__(self):
        return len(self._data)

    def __eq__(self, other):
        if not isinstance(other, Record):
            return NotImplemented
        return self._data == other._data

    def __repr__(self):
        inner = ", ".join(f"{key}={value!r}" for key, value in self._data.items())
        return f"Record({inner})"

    def __setattr__(self, name, value):
        if name != "_data":
            raise AttributeError("records can't be changed")
        super().__setattr__(name, value)

    def with_values(self, **changes):
        """A new record with some values replaced or added."""
        return Record({**self._data, **changes})

    def plain(self):
        """The dict that the record shows."""
        return dict(self._data)


def wrap(value):
    """A value as records show it."""
    if isinstance(value, dict):
        return Record(value)
    if isinstance(value, list):
        return tuple(wrap(item) for item in value)
    return value


def pluck(records, path, default=None):
    """The value at a dotted path of each record; the default where a record lacks a part of the path."""
    found = []
    for value in records:
        for name in path.split("."):
            value = getattr(value, name, default)
            if value is default:
                break
        found.append(value)
    return found


def select(records, **wanted):
    """The records that have all the wanted values."""
    return [
        record
        for record in records
        if all(name in record and record[name] == value for name, value in wanted.items())
    ]
