"""A small command shell with aliases and help texts."""


class ShellError(Exception):
    pass


class Shell:
    def __init__(self):
        self._commands = {}
        self._help = {}
        self.history = []

    def command(self, name, help_text=""):
        def register(func):
            self._commands[name] = func
            self._help[name] = help_text
            return func
        return register

    def alias(self, **expansions):
        """alias(ll='list long') makes 'll x' run 'list long x'."""
        for name, expansion in expansions.items():
            if name in self._commands:
                raise ShellError(f"{name} is taken")
            words = expansion.split()
            if not words or words[0] not in self._commands:
                raise ShellError(f"cannot alias to {expansion!r}")

            def run_alias(*args):
                return self._call(words[0], *words[1:], *args)

            self._commands[name] = run_alias
            self._help[name] = f"same as '{expansion}'"

    def _call(self, name, *args):
        if name not in self._commands:
            raise ShellError(f"unknown command: {name}")
        return self._commands[name](*args)

    def run(self, line):
        words = line.split()
        if not words:
            return None
        result = self._call(*words)
        self.history.append(line.strip())
        return result

    def help(self):
        width = max((len(n) for n in self._help), default=0)
        return [f"{n.ljust(width)}  {self._help[n]}".rstrip() for n in sorted(self._help)]


def standard_shell():
    shell = Shell()

    @shell.command("add", "sum of numbers")
    def add(*numbers):
        return sum(int(n) for n in numbers)

    @shell.command("echo", "repeat the words")
    def echo(*words):
        return " ".join(words)

    return shell
