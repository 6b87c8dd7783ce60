"""Declarative validation of submitted forms."""


class Field:
    def __init__(self, name, required=True, min_length=0, max_length=None, check=None):
        self.name = name
        self.required = required
        self.min_length = min_length
        self.max_length = max_length
        self.check = check

    def errors(self, value):
        value = (value or "").strip()
        if not value:
            return [] if self.required else [f"{self.name} is required"]
        problems = []
        if len(value) < self.min_length:
            problems.append(f"{self.name} is too short")
        if self.max_length is not None and len(value) > self.max_length:
            problems.append(f"{self.name} is too long")
        if self.check and not self.check(value):
            problems.append(f"{self.name} is not valid")
        return problems


def looks_like_email(value):
    local, at, domain = value.partition("@")
    return bool(local and at and "." in domain.strip(".") and " " not in value)


def is_age(value):
    return value.isdigit() and 13 <= int(value) <= 120


class Form:
    def __init__(self, *fields):
        self.fields = fields

    def validate(self, data):
        """Return {field name: [messages]} holding only the fields with errors."""
        result = {}
        for field in self.fields:
            problems = field.errors(data.get(field.name))
            if problems:
                result[field.name] = problems
        known = {f.name for f in self.fields}
        for name in data:
            if name not in known:
                result[name] = [f"{name} is not expected"]
        return result

    def is_valid(self, data):
        return not self.validate(data)


SIGNUP = Form(
    Field("user", min_length=3, max_length=12),
    Field("email", check=looks_like_email),
    Field("age", required=False, check=is_age),
)
