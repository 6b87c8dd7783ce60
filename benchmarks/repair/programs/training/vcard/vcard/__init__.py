from vcard.cards import Card, CardError, dump, parse

__all__ = ["Card", "CardError", "dump", "parse"]
