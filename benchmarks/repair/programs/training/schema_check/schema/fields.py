"""Describe documents by fields; read them with defaults filled in and all that is wrong listed."""

from copy import deepcopy

REQUIRED = object()


class Invalid(ValueError):
    """What is wrong in a document, as a list of `place: reason`."""

    def __init__(self, errors):
        super().__init__("; ".join(errors))
        self.errors = errors


class Field:
    kind = "value"

    def __init__(self, default=REQUIRED):
        self._default = default

    @property
    def required(self):
        return self._default is REQUIRED

    def default(self):
        """What stands for a value that isn't there."""
        return self._default

    def read(self, value):
        """The value as it is stored. Raises Invalid."""
        errors = []
        result = self._read(value, "", errors)
        if errors:
            raise Invalid(errors)
        return result

    def _read(self, value, place, errors):
        raise NotImplementedError


class Text(Field):
    def __init__(self, default=REQUIRED, choices=None):
        super().__init__(default)
        self.choices = choices

    def _read(self, value, place, errors):
        if not isinstance(value, str):
            errors.append(f"{place or '.'}: not a text")
        elif self.choices and value not in self.choices:
            errors.append(f"{place or '.'}: not one of {', '.join(self.choices)}")
        return value


class Number(Field):
    def __init__(self, default=REQUIRED, least=None):
        super().__init__(default)
        self.least = least

    def _read(self, value, place, errors):
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            errors.append(f"{place or '.'}: not a number")
        elif self.least is not None and value < self.least:
            errors.append(f"{place or '.'}: less than {self.least}")
        return value


class Boolean(Field):
    def _read(self, value, place, errors):
        if not isinstance(value, bool):
            errors.append(f"{place or '.'}: not true or false")
        return value


class ListOf(Field):
    def __init__(self, item, default=REQUIRED):
        super().__init__(default)
        self.item = item

    def _read(self, value, place, errors):
        if not isinstance(value, list):
            errors.append(f"{place or '.'}: not a list")
            return value
        return [self.item._read(item, f"{place}[{number}]", errors) for number, item in enumerate(value)]


class Record(Field):
    def __init__(self, default=REQUIRED, **fields):
        super().__init__(default)
        self.fields = fields

    def _read(self, value, place, errors):
        if not isinstance(value, dict):
            errors.append(f"{place or '.'}: not a record")
            return value
        result = {}
        for name, field in self.fields.items():
            inner = f"{place}.{name}"
            if name in value:
                result[name] = field._read(value[name], inner, errors)
            elif field.required:
                errors.append(f"{inner}: missing")
            else:
                result[name] = field.default()
        errors.extend(f"{place}.{name}: unknown" for name in value if name not in self.fields)
        return result
