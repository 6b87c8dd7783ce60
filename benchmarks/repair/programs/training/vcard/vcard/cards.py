"""Address book entries as vCards."""

from dataclasses import dataclass, field

from vcard.text import escape, fold, unescape, unfold

KEYS = {"FN": "name", "ORG": "company", "NOTE": "note"}
LISTS = {"TEL": "phones", "EMAIL": "emails"}


class CardError(ValueError):
    pass


@dataclass
class Card:
    name: str = ""
    company: str = ""
    note: str = ""
    phones: list = field(default_factory=list)
    emails: list = field(default_factory=list)


def parse(text):
    """The cards of a text; properties that aren't known are passed over."""
    cards, card = [], None
    for line in unfold(text):
        head, colon, value = line.partition(":")
        key = head.partition(";")[0].upper()
        if not colon:
            raise CardError(f"no colon in {line!r}")
        if key == "BEGIN":
            card = Card()
        elif card is None:
            raise CardError(f"{key} is outside of a card")
        elif key == "END":
            if not card.name:
                raise CardError("a card without FN")
            cards.append(card)
            card = None
        elif key in KEYS:
            setattr(card, KEYS[key], unescape(value))
        elif key in LISTS:
            getattr(card, LISTS[key]).append(unescape(value))
    if card is not None:
        raise CardError("the last card has no END")
    return cards


def dump(cards):
    lines = []
    for card in cards:
        lines += ["BEGIN:VCARD", "VERSION:3.0"]
        lines += [f"{key}:{escape(getattr(card, name))}" for key, name in KEYS.items() if getattr(card, name)]
        for key, name in LISTS.items():
            lines += [f"{key}:{escape(value)}" for value in getattr(card, name)]
        lines.append("END:VCARD")
    return "".join(fold(line) + "\r\n" for line in lines)
