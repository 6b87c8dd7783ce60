"""Configuration files with sections, whose values may refer to others: ${option} or ${section.option}."""

from __future__ import annotations

import re
from collections.abc import Mapping

REFERENCE = re.compile(r"\$\{(?P<name>[\w.]+)(?::(?P<default>[^}]*))?\}|\$\$")
SECTION = re.compile(r"\[(?P<name>\w+)\]")


class ConfigError(Exception):
    """A file or a value that makes no sense."""


class Config:
    """Values by section and option. ${...} is resolved when a value is read; $$ stands for a dollar sign."""

    def __init__(self, sections: Mapping[str, Mapping[str, str]], env: Mapping[str, str] | None = None) -> None:
        self._sections = {name: dict(options) for name, options in sections.items()}
        self._env = dict(env or {})

    def sections(self) -> list[str]:
        return list(self._sections)

    def get(self, section: str, option: str) -> str:
        """A value with its references resolved. Raises ConfigError."""
        return self._resolve(section, option, ())

    def get_int(self, section: str, option: str) -> int:
        """A value as a whole number. Raises ConfigError."""
        text = self.get(section, option)
        try:
            return int(text)
        except ValueError:
            raise ConfigError(f"{section}.{option} is no number: {text!r}") from None

    def set(self, section: str, option: str, value: str) -> None:
        self._sections.setdefault(section, {})[option] = value

    def _raw(self, section: str, option: str) -> str | None:
        return self._sections.get(section, {}).get(option)

    def _resolve(self, section: str, option: str, trail: tuple[str, ...]) -> str:
        """The value of an option; `trail` names the options whose references led here."""
        name = f"{section}.{option}"
        raw = self._raw(section, option)
        if raw is None:
            raise ConfigError(f"no option {name}")
        trail += (name,)
        return REFERENCE.sub(lambda match: self._replacement(match, section, trail), raw)

    def _replacement(self, match: re.Match[str], section: str, trail: tuple[str, ...]) -> str:
        """What stands for a reference in an option of `section`."""
        if match[0] == "$$":
            return "$"
        target, _, option = match["name"].rpartition(".")
        target = target or section
        if target == "env":
            if option in self._env:
                return self._env[option]
        elif self._raw(target, option) is not None:
            return self._resolve(target, option, trail)
        if match["default"] is not None:
            return match["default"]
        raise ConfigError(f"{trail[-1]} refers to {target}.{option}, which doesn't exist")


def parse(text: str, env: Mapping[str, str] | None = None) -> Config:
    """The configuration of a text with lines [section], option = value, # comment. Raises ConfigError."""
    sections: dict[str, dict[str, str]] = {}
    current: dict[str, str] | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        header = SECTION.fullmatch(line)
        if header:
            current = sections.setdefault(header["name"], {})
            continue
        option, equals, value = line.partition("=")
        if current is None or not equals:
            raise ConfigError(f"line {number}: expected option = value in a section")
        current[option.strip()] = value.strip()
    return Config(sections, env)
