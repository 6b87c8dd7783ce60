"""The rules for fields of forms. A rule says None or what is wrong."""

import re


def required(value, argument):
    return None if value not in ("", None) else "is required"


def integer(value, argument):
    return None if re.fullmatch(r"[+-]?\d+", value) else "must be a whole number"


def at_least(value, argument):
    return None if float(value) >= float(argument) else f"must be at least {argument}"


def at_most(value, argument):
    return None if float(value) <= float(argument) else f"must be at most {argument}"


def longest(value, argument):
    return None if len(value) <= int(argument) else f"has more than {argument} characters"


def email(value, argument):
    return None if re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", value) else "must be an e-mail address"


def one_of(value, argument):
    options = argument.split("|")
    return None if value in options else f"must be one of {', '.join(options)}"


RULES = {
    "required": required,
    "int": integer,
    "min": at_least,
    "max": at_most,
    "longest": longest,
    "email": email,
    "in": one_of,
}
