"""Checks of what was entered into a form."""

import re


def check_field(value, rule):
    """What is wrong with one value, as a list of short messages."""
    errors = []
    if value in (None, ""):
        if rule.get("required"):
            errors.append("is missing")
    if "choices" in rule and value not in rule["choices"]:
        errors.append("isn't one of the choices")
    if "min" in rule and len(value) < rule["min"]:
        errors.append("is too short")
    if "max" in rule and len(value) > rule["max"]:
        errors.append("is too long")
    if "pattern" in rule and not re.fullmatch(rule["pattern"], value):
        errors.append("looks wrong")
    return errors


def check_form(values, rules):
    """{field: messages} of all fields with errors; fields that nobody asked for are errors, too."""
    found = {name: check_field(values.get(name), rule) for name, rule in rules.items()}
    for name in values.keys() - rules.keys():
        found[name] = ["is unknown"]
    return {name: errors for name, errors in found.items() if errors}
