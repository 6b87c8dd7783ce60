"""Contacts and the address book."""
from dataclasses import dataclass, field


@dataclass
class Contact:
    family: str
    given: str
    phones: dict = field(default_factory=dict)
    tags: set = field(default_factory=set)
    note: str = ""

    @property
    def name(self):
        return f"{self.given} {self.family}".strip()

    def sort_key(self):
        return (self.family.lower(), self.given.lower())


class AddressBook:
    def __init__(self, contacts=()):
        self._contacts = list(contacts)

    def __iter__(self):
        return iter(sorted(self._contacts, key=Contact.sort_key))

    def __len__(self):
        return len(self._contacts)

    def add(self, contact):
        """Add a contact, or complete the one of that name."""
        for known in self._contacts:
            if known.sort_key() == contact.sort_key():
                known.phones.update(contact.phones)
                known.tags |= contact.tags
                known.note = contact.note or known.note
                return known
        self._contacts.append(contact)
        return contact

    def tagged(self, tag):
        return [contact.name for contact in self if tag in contact.tags]
