"""Checks forms against a schema: field name -> rules like `required`, `max:10`."""

from forms.rules import RULES


class SchemaError(Exception):
    pass


def clean(form):
    return {name: value.strip() if isinstance(value, str) else value for name, value in form.items()}


def validate(form, schema):
    """(values, errors), both by field. An empty field that isn't required is not checked further."""
    values = clean(form)
    errors = {}
    for name, rules in schema.items():
        value = values.get(name, "")
        for rule in rules:
            name, _, argument = rule.partition(":")
            if name not in RULES:
                raise SchemaError(f"no rule {name!r}")
            if value == "" and name != "required":
                continue
            problem = RULES[name](value, argument)
            if problem is not None:
                errors[name] = problem
                break
    unknown = sorted(set(values) - set(schema))
    for name in unknown:
        del values[name]
    return values, errors


def messages(errors, labels=None):
    """Sentences for people, in the order of the labels where there are any."""
    labels = labels or {}
    order = [name for name in labels if name in errors] + [name for name in errors if name not in labels]
    return [f"{labels.get(name, name)} {errors[name]}." for name in order]
