import shlex


class UsageError(Exception):
    pass


def split_message(text, prefix="!"):
    """(command, arguments) of a chat message, or None where it is not a command."""
    if not text.startswith(prefix) or text == prefix:
        return None
    try:
        words = shlex.split(text[len(prefix):])
    except ValueError as error:
        raise UsageError(f"cannot read that: {error}") from None
    return (words[0].lower(), words[1:]) if words else None
