"""A small machine with a stack: numbers, operations, jumps, names."""


class MachineError(Exception):
    pass


OPERATIONS = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "less": lambda a, b: int(a < b),
}


def run(program, steps=1000, **names):
    """What is on the stack at the end."""
    stack, at = [], 0
    labels = {line[:-1]: n for n, line in enumerate(program) if line.endswith(":")}
    while at < len(program):
        steps -= 1
        if steps < 0:
            raise MachineError("too many steps")
        word, _, argument = program[at].partition(" ")
        at += 1
        if word.endswith(":"):
            continue
        if word == "push":
            stack.append(int(argument))
        elif word == "load":
            if argument not in names:
                raise MachineError(f"no value for {argument}")
            stack.append(names[argument])
        elif word == "store":
            names[argument] = _pop(stack, word)
        elif word == "dup":
            top = _pop(stack, word)
            stack += [top, top]
        elif word in OPERATIONS:
            left = _pop(stack, word)
            right = _pop(stack, word)
            stack.append(OPERATIONS[word](left, right))
        elif word == "jump":
            at = labels[argument]
        elif word == "jumpif":
            if _pop(stack, word):
                at = labels[argument]
        else:
            raise MachineError(f"unknown word {word}")
    return stack


def _pop(stack, word):
    if not stack:
        raise MachineError(f"nothing on the stack for {word}")
    return stack.pop()
