"""Translated messages with plural forms."""

import re


def _slavic(n):
    if n % 10 == 1 and n % 100 != 11:
        return "one"
    if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14):
        return "few"
    return "many"


PLURAL_RULES = {
    "en": lambda n: "one" if n == 1 else "other",
    "de": lambda n: "one" if n == 1 else "other",
    "fr": lambda n: "one" if n in (0, 1) else "other",
    "ru": _slavic,
    "ja": lambda n: "other",
}
DEFAULT_LOCALE = "en"


class MissingMessage(KeyError):
    pass


def candidates(locale):
    """The locales to look into, the best first."""
    locale = locale.replace("-", "_")
    found = [locale]
    if DEFAULT_LOCALE not in found:
        found.append(DEFAULT_LOCALE)
    return found


class Catalog:
    def __init__(self):
        self._messages = {}
        self.missing = set()

    def add(self, locale, messages):
        self._messages.setdefault(locale.replace("-", "_"), {}).update(messages)

    def _find(self, key, locale):
        for candidate in candidates(locale):
            message = self._messages.get(candidate, {}).get(key)
            if message is not None:
                return candidate, message
        self.missing.add((locale, key))
        raise MissingMessage(key)

    def text(self, key, locale, **values):
        """The message with `{name}` filled in; what has no value stays."""
        _, message = self._find(key, locale)
        return re.sub(r"\{(\w+)\}", lambda m: str(values.get(m[1], m[0])), message)

    def count(self, key, locale, n, **values):
        """The plural form of the message for n things."""
        found_in, forms = self._find(key, locale)
        rule = PLURAL_RULES[found_in.partition("_")[0]]
        category = rule(n)
        form = forms.get(category, forms.get("other"))
        if form is None:
            raise MissingMessage(f"{key}: no form {category}")
        return re.sub(r"\{(\w+)\}", lambda m: str({"n": n, **values}.get(m[1], m[0])), form)

    def untranslated(self, locale):
        """Keys of the default locale that a locale lacks."""
        have = self._messages.get(locale, {})
        return sorted(set(self._messages.get(DEFAULT_LOCALE, {})) - set(have))
