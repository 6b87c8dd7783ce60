"""Options given as text, converted to the types of their defaults."""


class OptionError(ValueError):
    """An option that isn't known or can't be converted."""


def convert(text, default):
    """The text as a value of the default's type."""
    if isinstance(default, int):
        return int(text)
    if isinstance(default, bool):
        return text.strip().lower() in ("1", "on", "true", "yes")
    if isinstance(default, float):
        return float(text)
    if isinstance(default, list):
        return [part.strip() for part in text.split(",") if part.strip()]
    return text


def apply(defaults, given):
    """The defaults with the given ones put over them."""
    options = dict(defaults)
    for name, text in given.items():
        if name not in defaults:
            raise OptionError(f"unknown option {name}")
        try:
            options[name] = convert(text, defaults[name])
        except ValueError as error:
            raise OptionError(f"{name}: {error}") from error
    return options
