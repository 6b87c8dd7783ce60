"""A tiny command line parser: flags, options with values and positionals."""


class UsageError(Exception):
    pass


class OptionParser:
    def __init__(self):
        self._flags = {}
        self._options = {}

    def flag(self, name, short=None):
        self._flags[f"--{name}"] = name
        if short:
            self._flags[f"-{short}"] = name
        return self

    def option(self, name, short=None, default=None, convert=str):
        spec = (name, default, convert)
        self._options[f"--{name}"] = spec
        if short:
            self._options[f"-{short}"] = spec
        return self

    def _convert(self, spec, text):
        name, _, convert = spec
        try:
            return convert(text)
        except ValueError:
            raise UsageError(f"bad value for {name}: {text}") from None

    def parse(self, argv):
        """Return (values, positionals); everything after '--' is positional."""
        values = {name: False for name in self._flags.values()}
        values.update({n: d for n, d, _ in self._options.values()})
        rest = []
        args = list(argv)
        while args:
            arg = args.pop(0)
            if arg in self._flags:
                values[self._flags[arg]] = True
            elif arg in self._options:
                if not args:
                    raise UsageError(f"{arg} needs a value")
                spec = self._options[arg]
                values[spec[0]] = self._convert(spec, args.pop(0))
            elif arg.startswith("--") and "=" in arg:
                head, _, text = arg.partition("=")
                if head not in self._options:
                    raise UsageError(f"unknown option {head}")
                spec = self._options[head]
                values[spec[0]] = self._convert(spec, text)
            elif arg.startswith("-") and arg != "-":
                raise UsageError(f"unknown option {arg}")
            else:
                rest.append(arg)
        return values, rest
