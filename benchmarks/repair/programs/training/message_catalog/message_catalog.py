"""A catalogue of translated messages with plural forms and fallback locales."""
import string


def _one_other(n):
    return "one" if n == 1 else "other"


def _french(n):
    return "one" if n in (0, 1) else "other"


def _polish(n):
    if n == 1:
        return "one"
    if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14):
        return "few"
    return "many"


def _czech(n):
    return "one" if n == 1 else "few" if n in (2, 3, 4) else "other"


def _no_plural(n):
    return "other"


PLURAL_RULES = {"fr": _french, "pl": _polish, "cs": _czech, "ja": _no_plural, "ko": _no_plural}


def normalize(locale):
    """`PT-br` and `pt_BR` are the same locale."""
    language, _, region = locale.strip().replace("-", "_").partition("_")
    return f"{language.lower()}_{region.upper()}" if region else language.lower()


def language_of(locale):
    return locale.partition("_")[0]


def plural_form(locale, n):
    """Name of the plural form that the language of a locale uses for a number."""
    return PLURAL_RULES.get(language_of(locale), _one_other)(abs(n))


class MissingMessage(LookupError):
    pass


class Catalog:
    def __init__(self, default="en"):
        self.default = normalize(default)
        self._messages = {}
        self._parents = {}
        self.fallbacks = {}

    def load(self, locale, messages):
        """Add messages: id -> text, or id -> {plural form: text}. Empty ones are ignored."""
        table = self._messages.setdefault(normalize(locale), {})
        table.update((key, text) for key, text in messages.items() if text)

    def set_parent(self, locale, parent):
        """Look in `parent` for what is missing in `locale`, before its own language."""
        self._parents[normalize(locale)] = normalize(parent)

    def chain(self, locale):
        """The locales to look in, in this order."""
        locales = []
        current = normalize(locale)
        while current and current not in locales:
            locales.append(current)
            if current in self._parents:
                current = self._parents[current]
            else:
                current = language_of(current) if "_" in current else None
        if self.default not in locales:
            locales.append(self.default)
        return locales

    def _find(self, locale, key):
        for candidate in self.chain(locale):
            table = self._messages.get(candidate, {})
            if key in table:
                return candidate, table[key]
        raise MissingMessage(key)

    def text(self, locale, key, **values):
        """The message with its {placeholders} filled in."""
        return self._render(locale, key, None, values)

    def plural(self, locale, key, count, **values):
        """The message in the plural form for the count, which is also a placeholder."""
        return self._render(locale, key, count, {"count": count, **values})

    def _render(self, locale, key, count, values):
        locale = normalize(locale)
        found, message = self._find(locale, key)
        if found != locale:
            self.fallbacks.setdefault(key, set()).add((locale, found))
        if isinstance(message, dict):
            form = "other" if count is None else plural_form(locale, count)
            message = message[form] if form in message else message["other"]
        return message.format(**values)

    def untranslated(self, locale):
        """Ids of the default locale that the locale itself and its language don't have."""
        own = set()
        for candidate in self.chain(locale):
            if language_of(candidate) == language_of(normalize(locale)):
                own |= self._messages.get(candidate, {}).keys()
        return sorted(self._messages.get(self.default, {}).keys() - own)

    def placeholders(self, locale, key):
        _, message = self._find(locale, key)
        texts = message.values() if isinstance(message, dict) else [message]
        return {name for text in texts for _, name, _, _ in string.Formatter().parse(text) if name}
