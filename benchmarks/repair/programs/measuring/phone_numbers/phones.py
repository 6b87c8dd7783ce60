"""Phone numbers: from what people type to one form, and back to something readable."""

import re
from dataclasses import dataclass

COUNTRIES = {"49": "DE", "43": "AT", "44": "GB", "1": "US"}
CODES = {country: code for code, country in COUNTRIES.items()}
GROUPS = {"US": (3, 3, 4)}
SHORTEST, LONGEST = 4, 13


class PhoneError(ValueError):
    pass


@dataclass(frozen=True)
class Phone:
    country: str
    national: str
    extension: str = ""

    @property
    def e164(self):
        return f"+{CODES[self.country]}{self.national}"

    def __str__(self):
        text = f"+{CODES[self.country]} {' '.join(self._groups())}"
        return f"{text} ext. {self.extension}" if self.extension else text

    def _groups(self):
        sizes = GROUPS.get(self.country)
        if sizes is not None and sum(sizes) == len(self.national):
            start = 0
            for size in sizes:
                yield self.national[start:start + size]
                start += size
        else:
            yield self.national[:3]
            yield self.national[3:]


def _split_country(digits):
    for length in (1, 2):
        if digits[:length] in COUNTRIES:
            return COUNTRIES[digits[:length]], digits[length:]
    raise PhoneError(f"no country for +{digits}")


def parse(text, home="DE"):
    """A number as people type it: `+49 (0)30 123-45`, `0049 30...`, `030 ...` (in the home country), `... ext 5`."""
    body, _, extension = re.sub(r"\s*(?:ext\.?|x)\s*", ";", text.strip().lower(), count=1).partition(";")
    body = re.sub(r"\(0\)", "", body)
    body = re.sub(r"[\s()/.-]", "", body)
    if not re.fullmatch(r"\+?\d+", body) or not re.fullmatch(r"\d*", extension):
        raise PhoneError(f"not a phone number: {text!r}")
    if body.startswith("+"):
        country, national = _split_country(body[1:])
    elif body.startswith("0"):
        country, national = home, body[1:]
    elif body.startswith("00"):
        country, national = _split_country(body[2:])
    else:
        country, national = home, body
    if not SHORTEST <= len(national) <= LONGEST:
        raise PhoneError(f"wrong length: {text!r}")
    return Phone(country, national, extension)


def same(first, second, home="DE"):
    """Whether two texts mean the same line, whatever the extension."""
    try:
        return parse(first, home).e164 == parse(second, home).e164
    except PhoneError:
        return False


def find_all(text, home="DE"):
    """The numbers in a text, each once, in order."""
    found = []
    for match in re.finditer(r"\+?\(?\d[\d\s()/.-]{5,}\d", text):
        try:
            phone = parse(match[0], home)
        except PhoneError:
            continue
        if phone not in found:
            found.append(phone)
    return found
