"""Programs for the yard robot: `forward 3`, `left`, `repeat 2 { ... }`, `grab`, `drop`."""

COMMANDS = {"forward": True, "back": True, "left": False, "right": False, "grab": False, "drop": False}


class ProgramError(Exception):
    pass


def _block(words, depth):
    steps = []
    while words:
        word = words.pop(0)
        if word == "}":
            if depth == 0:
                raise ProgramError("} without {")
            return steps
        if word == "repeat":
            times = _number(words, word)
            if not words or words.pop(0) != "{":
                raise ProgramError("repeat needs {")
            steps += times * _block(words, depth + 1)
        elif word in COMMANDS:
            steps.append((word, _number(words, word) if COMMANDS[word] else None))
        else:
            raise ProgramError(f"no command {word!r}")
    if depth:
        raise ProgramError("{ is not closed")
    return steps


def _number(words, command):
    if not words or not words[0].isdigit():
        raise ProgramError(f"{command} needs a number")
    return int(words.pop(0))


def compile_program(text):
    """A flat list of (command, number or None)."""
    return _block(text.replace("{", " { ").replace("}", " } ").split(), 0)
