"""A small cookie store fed from Set-Cookie headers."""
from dataclasses import dataclass
from typing import Optional

from headers import parse_headers


@dataclass
class Cookie:
    name: str
    value: str
    path: str = "/"
    secure: bool = False
    expires_at: Optional[int] = None

    def expired(self, now):
        return self.expires_at is not None and self.expires_at <= now

    def matches(self, path, secure):
        if self.secure and not secure:
            return False
        if path == self.path:
            return True
        prefix = self.path if self.path.endswith("/") else self.path + "/"
        return path.startswith(prefix)


def _unquote(value):
    if len(value) >= 2 and value[0] == value[-1] == '"':
        return value[1:-1]
    return value


def parse_set_cookie(line, now):
    """The Cookie described by the value of one Set-Cookie header."""
    first, *rest = line.split(";")
    name, equals, value = first.partition("=")
    name = name.strip()
    if not equals or not name:
        raise ValueError(f"bad cookie: {line!r}")
    attrs = {}
    for part in rest:
        key, _, attr = part.partition("=")
        attrs[key.strip().lower()] = attr.strip()
    cookie = Cookie(name, _unquote(value.strip()))
    if attrs.get("path", "").startswith("/"):
        cookie.path = attrs["path"]
    cookie.secure = "secure" in attrs
    max_age = _seconds(attrs.get("max-age"))
    if max_age:
        cookie.expires_at = now + max_age
    return cookie


def _seconds(text):
    """The number of seconds in an attribute, None if it is absent or malformed."""
    if not text:
        return None
    try:
        return int(text)
    except ValueError:
        return None


class CookieShelf:
    def __init__(self):
        self._cookies = {}

    def store(self, response_head, now=0):
        """Keep the cookies of a response; an expired one deletes its predecessor."""
        for line in parse_headers(response_head).get_all("Set-Cookie"):
            cookie = parse_set_cookie(line, now)
            key = (cookie.name, cookie.path)
            if cookie.expired(now):
                self._cookies.pop(key, None)
            else:
                self._cookies[key] = cookie

    def cookies_for(self, path, secure=False, now=0):
        """Live cookies for a request, longest path first, then by name."""
        live = [
            c for c in self._cookies.values()
            if not c.expired(now) and c.matches(path, secure)
        ]
        return sorted(live, key=lambda c: (-len(c.path), c.name))

    def header_for(self, path, secure=False, now=0):
        """Value of the Cookie header, None when there is nothing to send."""
        cookies = self.cookies_for(path, secure, now)
        if not cookies:
            return None
        return "; ".join(f"{c.name}={c.value}" for c in cookies)

    def purge(self, now):
        """Forget expired cookies and return how many there were."""
        dead = [key for key, cookie in self._cookies.items() if cookie.expired(now)]
        for key in dead:
            del self._cookies[key]
        return len(dead)

    def __len__(self):
        return len(self._cookies)
