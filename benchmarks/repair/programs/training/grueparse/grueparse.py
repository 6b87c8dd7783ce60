"""Parser of a text adventure: from a typed line to commands."""
import re
from dataclasses import dataclass

from vocabulary import ARTICLES, DIRECTIONS, PREPOSITIONS, PRONOUNS, VERBS


class ParseError(Exception):
    pass


@dataclass(frozen=True)
class Command:
    verb: str
    noun: str = ""
    preposition: str = ""
    second: str = ""


class Parser:
    """Understands "take lamp", "put the lamp in box", "n" and "open it".

    A pronoun stands for the thing the command before was about.
    """

    def __init__(self):
        self.it = None

    def parse_line(self, line):
        """All the commands of a line, separated by "then", commas or dots."""
        parts = re.split(r"\bthen\b|[,.;]", line.lower())
        return [self.parse(part) for part in parts if part.strip()]

    def parse(self, text):
        words = [w for w in text.lower().split() if w not in ARTICLES]
        if not words:
            raise ParseError("Pardon?")
        if len(words) == 1 and words[0] in DIRECTIONS:
            return Command("go", DIRECTIONS[words[0]])
        verb, rest = self._verb(words)
        if verb == "go":
            return self._go(rest)
        if not rest:
            return Command(verb)
        for pos, word in enumerate(rest):
            if word in PREPOSITIONS:
                return self._two_things(verb, rest[:pos], word, rest[pos + 1:])
        noun = self._thing(rest)
        self.it = noun
        return Command(verb, noun)

    def _verb(self, words):
        """The verb, of which two-word ones go first, and the words after it."""
        for length in (2, 1):
            known = VERBS.get(" ".join(words[:length]))
            if known and len(words) >= length:
                return known, words[length:]
        raise ParseError(f"I don't know how to {words[0]}.")

    def _go(self, rest):
        if len(rest) != 1 or rest[0] not in DIRECTIONS:
            raise ParseError("Where to?")
        return Command("go", DIRECTIONS[rest[0]])

    def _two_things(self, verb, first, preposition, second):
        if not first or not second:
            raise ParseError(f"{verb} what {preposition} what?")
        noun = self._thing(first)
        target = self._thing(second)
        return Command(verb, noun, preposition, target)

    def _thing(self, words):
        if len(words) == 1 and words[0] in PRONOUNS:
            if self.it is None:
                raise ParseError("I don't know what you mean.")
            return self.it
        return " ".join(words)


def describe(command):
    """The command as a sentence."""
    words = [command.verb, command.noun, command.preposition, command.second]
    return " ".join(word for word in words if word).capitalize() + "."
