"""A contact list in which everybody is known by one or more e-mail addresses."""

from dataclasses import dataclass, field


class ContactError(ValueError):
    """An address that can't be used."""


@dataclass
class Contact:
    name: str
    mails: list = field(default_factory=list)
    phones: set = field(default_factory=set)
    tags: set = field(default_factory=set)

    @property
    def main_mail(self):
        return self.mails[0] if self.mails else None

    def take_over(self, other):
        """Add what another contact knows; the name of this one stays unless it's empty."""
        self.name = self.name or other.name
        self.mails.extend(mail for mail in other.mails if mail not in self.mails)
        self.phones |= other.phones
        self.tags |= other.tags


def clean_mail(text):
    """The address without blanks around it, and in lower case."""
    mail = text.strip().casefold()
    user, at, host = mail.partition("@")
    if not at or not user or "." not in host or " " in mail:
        raise ContactError(f"not an address: {text!r}")
    return mail


def clean_phone(text):
    digits = "".join(char for char in text if char.isdigit())
    return "+" + digits if text.strip().startswith("+") else digits


class Book:
    def __init__(self):
        self.contacts = []
        self._by_mail = {}

    def __len__(self):
        return len(self.contacts)

    def find(self, mail):
        """The contact with an address, None where there is none."""
        return self._by_mail.get(mail.strip())

    def add(self, name, mails=(), phones=(), tags=()):
        """Add a contact, or add to those who have one of the addresses already; these become one."""
        new = Contact(
            name.strip(),
            list(dict.fromkeys(clean_mail(mail) for mail in mails)),
            {clean_phone(phone) for phone in phones},
            set(tags),
        )
        known = []
        for mail in new.mails:
            contact = self._by_mail.get(mail)
            if contact is not None and contact not in known:
                known.append(contact)
        if known:
            contact = known[0]
            for other in [*known[1:], new]:
                contact.take_over(other)
            self.contacts = [one for one in self.contacts if all(one is not other for other in known[1:])]
        else:
            contact = new
            self.contacts.append(contact)
        for mail in contact.mails:
            self._by_mail[mail] = contact
        return contact

    def remove_mail(self, mail):
        """Forget an address; a contact without any address left is removed."""
        contact = self._by_mail.pop(mail.strip(), None)
        if contact is None:
            raise ContactError(f"nobody has {mail}")
        contact.mails.remove(mail.strip())
        if not contact.mails:
            self.contacts.remove(contact)

    def tagged(self, tag):
        return [contact.name for contact in self.contacts if tag in contact.tags]

    def by_host(self):
        """The number of addresses for every mail host, most first."""
        counts = {}
        for mail in self._by_mail:
            host = mail.rpartition("@")[2]
            counts[host] = counts.get(host, 0) + 1
        return sorted(counts.items(), key=lambda item: (-item[1], item[0]))
