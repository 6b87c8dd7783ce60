"""Input forms declared as classes; subclasses inherit and extend fields."""


class Field:
    def __init__(self, name, label=None, required=True, convert=str):
        self.name = name
        self.label = label or name.replace("_", " ").capitalize()
        self.required = required
        self.convert = convert

    def clean(self, raw):
        raw = (raw or "").strip()
        if not raw:
            if self.required:
                raise ValueError("required")
            return None
        return self.convert(raw)


class Choice(Field):
    def __init__(self, name, options, **kwargs):
        super().__init__(name, **kwargs)
        self.options = list(options)

    def clean(self, raw):
        value = super().clean(raw)
        if value is not None and value not in self.options:
            raise ValueError("not one of " + ", ".join(self.options))
        return value


class Form:
    """Base of all forms. Use `declare` and `without` in subclasses:

    class Login(Form, declare=[Field("user"), Field("password")]): ...
    """

    fields = []

    def __init_subclass__(cls, declare=(), without=(), **kwargs):
        super().__init_subclass__(**kwargs)
        fields = cls.fields
        for field in declare:
            names = [f.name for f in fields]
            if field.name in names:
                fields[names.index(field.name)] = field
            else:
                fields.append(field)
        for name in without:
            fields[:] = [f for f in fields if f.name != name]
        cls.fields = fields

    def __init__(self, data):
        self.data = dict(data)
        self.values = {}
        self.errors = {}
        for field in self.fields:
            try:
                self.values[field.name] = field.clean(self.data.get(field.name))
            except ValueError as error:
                self.errors[field.name] = str(error)
        self.check()

    def check(self):
        """Hook for checks which concern several fields."""

    @property
    def ok(self):
        return not self.errors

    @classmethod
    def names(cls):
        return [f.name for f in cls.fields]

    @classmethod
    def labels(cls):
        return {f.name: f.label + ("*" if f.required else "") for f in cls.fields}
