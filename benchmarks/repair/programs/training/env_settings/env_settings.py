"""Settings from environment variables, of the types their defaults have."""

YES = {"1", "true", "yes", "on"}
NO = {"0", "false", "no", "off", ""}


def convert(text, default):
    """The text as a value of the default's type. ValueError where it isn't one."""
    if isinstance(default, int):
        return int(text)
    if isinstance(default, bool):
        if text.lower() not in YES | NO:
            raise ValueError(f"neither yes nor no: {text!r}")
        return text.lower() in YES
    if isinstance(default, float):
        return float(text)
    if isinstance(default, list):
        return [item.strip() for item in text.split(",") if item.strip()]
    return text


def load(defaults, environment, prefix="APP_"):
    """The defaults with the values set in the environment, such as APP_PORT for the setting 'port'."""
    settings = {}
    for name, default in defaults.items():
        variable = prefix + name.upper()
        if variable in environment:
            settings[name] = convert(environment[variable], default)
        else:
            settings[name] = default
    return settings
