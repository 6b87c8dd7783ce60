"""Records that know which of their fields were changed since they were saved."""


class ReadOnly(AttributeError):
    """The field can be set only once."""


class Field:
    """A field of a record; `clean` makes a value fit or raises ValueError."""

    def __init__(self, default=None, clean=None, fixed=False):
        self.default = default
        self.clean = clean
        self.fixed = fixed

    def __set_name__(self, owner, name):
        self.name = name
        owner.fields = {**getattr(owner, "fields", {}), name: self}

    def __get__(self, record, owner=None):
        if record is None:
            return self
        return record._values.get(self.name, self.default)

    def __set__(self, record, value):
        if self.clean and value is not None:
            value = self.clean(value)
        old = self.__get__(record)
        if value == old:
            return
        if self.fixed and self.name in record._values:
            raise ReadOnly(self.name)
        record._values[self.name] = value
        record._note(self.name, old)


class Record:
    fields = {}

    def __init__(self, **values):
        self._values = {}
        self._originals = {}
        for name, value in values.items():
            if name not in self.fields:
                raise TypeError(f"no field {name!r}")
            setattr(self, name, value)
        self._originals = {}

    def _note(self, name, old):
        """Remember what a field was when saved; forget it where the field is back at that."""
        self._originals[name] = old
        if self._originals[name] == self._values[name]:
            del self._originals[name]

    @property
    def changed(self):
        return bool(self._originals)

    def changes(self):
        """Pairs of old and new value by field."""
        return {name: (old, getattr(self, name)) for name, old in self._originals.items()}

    def revert(self, *names):
        """Undo the changes of some fields, or of all."""
        for name in names or list(self._originals):
            if name in self._originals:
                self._values[name] = self._originals.pop(name)

    def save(self, write):
        """Hand the changed values to `write`; they count as changed until it has returned."""
        if self._originals:
            write({name: getattr(self, name) for name in self._originals})
            self._originals = {}

    def as_dict(self):
        return {name: getattr(self, name) for name in self.fields}


class Customer(Record):
    number = Field(fixed=True)
    name = Field("", clean=str.strip)
    email = Field(clean=lambda text: text.strip().lower())
    discount = Field(0, clean=int)
