"""From text to a Document."""

from .document import Document


class IniError(ValueError):
    def __init__(self, number, message):
        super().__init__(f"line {number}: {message}")
        self.number = number


def parse(text):
    """Parse *text*.

    * ``[section]`` starts a section, ``key = value`` sets a key;
    * an indented line continues the value above it, joined by a newline;
    * blank lines and lines starting with ``#`` or ``;`` are ignored,
      and a blank line ends a continuation.
    """
    document = Document()
    section = None
    key = None
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        if not stripped:
            key = None
            continue
        if stripped[0] in "#;":
            continue
        if line[0] in " \t":
            if key is None:
                raise IniError(number, "nothing to continue")
            document.extend(section, key, stripped)
            continue
        if stripped.startswith("["):
            if not stripped.endswith("]"):
                raise IniError(number, "unclosed section header")
            section = stripped[1:-1].strip()
            document.add_section(section)
            continue
        name, sep, value = stripped.partition("=")
        if not sep:
            raise IniError(number, "expected key = value")
        if section is None:
            raise IniError(number, "key outside of a section")
        key = name.strip().lower()
        document.set(section, key, value.strip())
    return document
