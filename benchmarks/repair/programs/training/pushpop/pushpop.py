"""A stack machine with labels, subroutines and local variables."""
import operator


class MachineError(Exception):
    pass


BINARY = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "div": operator.floordiv,
    "lt": lambda a, b: int(a < b),
    "eq": lambda a, b: int(a == b),
}
WITH_NUMBER = {"push"}
WITH_NAME = {"load", "store", "jump", "jz", "call"}
PLAIN = {"dup", "swap", "drop", "print", "ret", "halt"} | set(BINARY)


def assemble(source):
    """A list of (operation, argument), with labels replaced by positions."""
    code, labels = [], {}
    for number, line in enumerate(source.splitlines(), start=1):
        words = line.split("#")[0].split()
        if words and words[0].endswith(":"):
            labels[words.pop(0)[:-1]] = len(code)
        if not words:
            continue
        name, arguments = words[0].lower(), words[1:]
        if name in WITH_NUMBER and len(arguments) == 1:
            code.append((name, int(arguments[0])))
        elif name in WITH_NAME and len(arguments) == 1:
            code.append((name, arguments[0]))
        elif name in PLAIN and not arguments:
            code.append((name, None))
        else:
            raise MachineError(f"line {number}: {line.strip()}")
    for i, (name, argument) in enumerate(code):
        if name in ("jump", "jz", "call"):
            if argument not in labels:
                raise MachineError(f"no label {argument}")
            code[i] = (name, labels[argument])
    return code


class Machine:
    """Runs a program; each call of a subroutine has variables of its own."""

    def __init__(self, code, max_steps=10_000):
        self._code = code
        self._max_steps = max_steps
        self._ip = 0
        self._frames = []
        self._variables = {}
        self.stack = []
        self.output = []

    def pop(self):
        if not self.stack:
            raise MachineError("empty stack")
        return self.stack.pop()

    def run(self):
        steps = 0
        while self._ip < len(self._code):
            steps += 1
            if steps > self._max_steps:
                raise MachineError("too many steps")
            name, argument = self._code[self._ip]
            self._ip += 1
            if name == "halt":
                break
            self._execute(name, argument)
        return self.output

    def _execute(self, name, argument):
        if name in BINARY:
            right, left = self.pop(), self.pop()
            if name == "div" and right == 0:
                raise MachineError("division by zero")
            self.stack.append(BINARY[name](left, right))
        elif name == "push":
            self.stack.append(argument)
        elif name == "dup":
            value = self.pop()
            self.stack += [value, value]
        elif name == "swap":
            upper, lower = self.pop(), self.pop()
            self.stack += [upper, lower]
        elif name == "drop":
            self.pop()
        elif name == "print":
            self.output.append(self.pop())
        elif name == "load":
            if argument not in self._variables:
                raise MachineError(f"no variable {argument}")
            self.stack.append(self._variables[argument])
        elif name == "store":
            self._variables[argument] = self.pop()
        elif name == "jump":
            self._ip = argument
        elif name == "jz":
            if self.pop() == 0:
                self._ip = argument
        elif name == "call":
            self._frames.append(self._ip)
            self._ip = argument
        elif name == "ret":
            if not self._frames:
                raise MachineError("ret outside of a subroutine")
            self._ip = self._frames.pop()


def run(source):
    return Machine(assemble(source)).run()
