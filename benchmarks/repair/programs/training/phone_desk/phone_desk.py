"""A telephone directory that forgives typing errors."""
import re
from dataclasses import dataclass, field


def clean_number(number):
    """Digits only, with the country prefix 00 written as +."""
    number = number.strip()
    plus = number.startswith("+")
    digits = re.sub(r"\D", "", number)
    if not plus and digits.startswith("00"):
        plus, digits = True, digits[2:]
    if not digits:
        raise ValueError(f"not a phone number: {number!r}")
    return "+" + digits if plus else digits


def clean_name(name):
    return " ".join(name.split()).lower()


def trigrams(text):
    padded = f"  {text} "
    return {padded[i:i + 3] for i in range(len(padded) - 2)}


def similarity(a, b):
    """Between 0 and 1: share of the trigrams that both texts have."""
    left, right = trigrams(a), trigrams(b)
    return len(left & right) / len(left | right)


@dataclass
class Entry:
    name: str
    numbers: list = field(default_factory=list)
    tags: set = field(default_factory=set)


class PhoneDesk:
    def __init__(self):
        self._entries = {}

    def __len__(self):
        return len(self._entries)

    def add(self, name, number, *tags):
        """Add a number to a person, who need not be known yet."""
        number = clean_number(number)
        key = clean_name(name)
        if not key:
            raise ValueError("empty name")
        entry = self._entries.setdefault(key, Entry(" ".join(name.split())))
        if number not in entry.numbers:
            entry.numbers.append(number)
        entry.tags.update(tag.lower() for tag in tags)

    def remove(self, name, number=None):
        """Remove one number, or the person; the last number takes the person along."""
        key = clean_name(name)
        if key not in self._entries:
            raise KeyError(name)
        if number is not None:
            self._entries[key].numbers.remove(clean_number(number))
        if number is None or not self._entries[key].numbers:
            del self._entries[key]

    def numbers(self, name):
        entry = self._entries.get(clean_name(name))
        return list(entry.numbers) if entry else []

    def owner(self, number):
        """Name of the person with this number, None if nobody has it."""
        wanted = clean_number(number)
        for entry in self._entries.values():
            if wanted in entry.numbers:
                return entry.name
        return None

    def tagged(self, tag):
        return sorted(e.name for e in self._entries.values() if tag.lower() in e.tags)

    def search(self, text, limit=5, threshold=0.3):
        """Names that are like the text, the most similar first, else alphabetical."""
        wanted = clean_name(text)
        if not wanted:
            return []
        hits = []
        for key, entry in self._entries.items():
            score = max(similarity(wanted, part) for part in [key, *key.split()])
            if score >= threshold:
                hits.append((score, entry.name))
        hits.sort(reverse=True)
        return [name for _, name in hits[:limit]]

    def by_prefix(self, digits):
        """Pairs of number and name whose number starts with the digits."""
        prefix = clean_number(digits)
        return sorted(
            (number, entry.name)
            for entry in self._entries.values()
            for number in entry.numbers
            if number.startswith(prefix)
        )
