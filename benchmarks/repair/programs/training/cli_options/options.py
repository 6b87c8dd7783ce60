"""Command line options for small scripts, less than argparse but easier to read."""

from dataclasses import dataclass
from typing import Any, Callable


class UsageError(Exception):
    """The command line is wrong; the message is for the user."""


@dataclass(frozen=True)
class Option:
    name: str
    short: str = ""
    convert: Callable = str
    default: Any = None
    many: bool = False
    flag: bool = False
    help: str = ""

    @property
    def key(self):
        return self.name.replace("-", "_")


class Parser:
    """Collects options with `add`, then reads command lines with `parse`."""

    def __init__(self, program):
        self.program = program
        self._options = {}
        self._short = {}
        self._defaults = {}

    def add(self, name, short="", **settings):
        option = Option(name, short, **settings)
        if name in self._options or short in self._short:
            raise ValueError(f"--{name} or -{short} is there already")
        self._options[name] = option
        if short:
            self._short[short] = option
        if option.flag:
            self._defaults[option.key] = False
        elif option.many:
            self._defaults[option.key] = list(option.default or [])
        else:
            self._defaults[option.key] = option.default
        return self

    def parse(self, arguments):
        """Return (options, rest): a dictionary of values, and the arguments that aren't options.

        Everything after "--" is no option. `--no-NAME` switches a flag off.
        """
        values = dict(self._defaults)
        rest, waiting = [], iter(arguments)
        for argument in waiting:
            if argument == "--":
                rest.extend(waiting)
            elif argument.startswith("--"):
                name, equals, value = argument[2:].partition("=")
                if name.startswith("no-") and name[3:] in self._options and self._options[name[3:]].flag:
                    values[self._options[name[3:]].key] = False
                    continue
                self._store(values, self._find(name), value if equals else None, waiting)
            elif argument.startswith("-") and len(argument) > 1:
                self._parse_short(values, argument[1:], waiting)
            else:
                rest.append(argument)
        return values, rest

    def _find(self, name):
        """An option by its name or by the beginning of it, if that is unambiguous."""
        if name in self._options:
            return self._options[name]
        found = [option for key, option in self._options.items() if key.startswith(name)]
        if len(found) != 1:
            raise UsageError(f"{self.program}: {'ambiguous' if found else 'unknown'} option --{name}")
        return found[0]

    def _parse_short(self, values, letters, waiting):
        while letters:
            letter, letters = letters[0], letters[1:]
            if letter not in self._short:
                raise UsageError(f"{self.program}: unknown option -{letter}")
            option = self._short[letter]
            if option.flag:
                values[option.key] = True
                continue
            self._store(values, option, letters or None, waiting)
            return

    def _store(self, values, option, text, waiting):
        if option.flag:
            if text is not None:
                raise UsageError(f"{self.program}: --{option.name} takes no value")
            values[option.key] = True
            return
        if text is None:
            text = next(waiting, None)
        if text is None:
            raise UsageError(f"{self.program}: --{option.name} needs a value")
        try:
            value = option.convert(text)
        except ValueError:
            raise UsageError(f"{self.program}: bad value for --{option.name}: {text!r}") from None
        if option.many:
            values[option.key].append(value)
        else:
            values[option.key] = value

    def usage(self):
        lines = [f"usage: {self.program} [options]"]
        for option in self._options.values():
            names = f"-{option.short}, --{option.name}" if option.short else f"    --{option.name}"
            lines.append(f"  {names:<20} {option.help}".rstrip())
        return "\n".join(lines)
