"""Merge several address books: entries that share an e-mail or a phone are one person."""
from dataclasses import dataclass, field


def clean_email(text):
    return text.strip().lower()


def clean_phone(text):
    """Digits only; '00' at the start becomes '+'."""
    text = text.strip()
    digits = "".join(c for c in text if c.isdigit())
    if text.startswith("+"):
        return "+" + digits
    if digits.startswith("00"):
        return "+" + digits[2:]
    return digits


@dataclass
class Entry:
    name: str
    emails: list = field(default_factory=list)
    phones: list = field(default_factory=list)
    sources: list = field(default_factory=list)

    def keys(self):
        for email in self.emails:
            yield ("email", email)
        for phone in self.phones:
            yield ("phone", phone)

    def absorb(self, other):
        """Take over what the other entry knows; the longer name wins."""
        if len(other.name) > len(self.name):
            self.name = other.name
        for mine, theirs in (
            (self.emails, other.emails),
            (self.phones, other.phones),
            (self.sources, other.sources),
        ):
            mine.extend(value for value in theirs if value not in mine)


def make_entry(row, source):
    """An entry from a dict with name, emails and phones (lists, may be missing)."""
    emails = [clean_email(e) for e in row.get("emails", []) if e.strip()]
    phones = [clean_phone(p) for p in row.get("phones", []) if p.strip()]
    return Entry(" ".join(row["name"].split()), emails, phones, [source])


class Union:
    def __init__(self):
        self.entries = []
        self._by_key = {}

    def add(self, entry):
        """Merge the entry into the one it matches, or keep it as a new one."""
        matches = []
        for key in entry.keys():
            found = self._by_key.get(key)
            if found is not None and found not in matches:
                matches.append(found)
        if not matches:
            self.entries.append(entry)
            self._index(entry)
            return entry
        target, *rest = sorted(matches, key=self.entries.index)
        for other in rest:
            target.absorb(other)
            self.entries.remove(other)
        target.absorb(entry)
        return target

    def _index(self, entry):
        for key in entry.keys():
            self._by_key[key] = entry

    def find(self, text):
        """The entry with that e-mail or phone, or None."""
        if "@" in text:
            return self._by_key.get(("email", clean_email(text)))
        return self._by_key.get(("phone", clean_phone(text)))

    def shared(self):
        """Names of those who are in more than one book, sorted."""
        return sorted(e.name for e in self.entries if len(e.sources) > 1)


def merge(books):
    """A Union of the books: a dict of name of the book to its rows."""
    union = Union()
    for source, rows in books.items():
        for row in rows:
            union.add(make_entry(row, source))
    return union
