"""A jar of cookies as a browser keeps them."""

from __future__ import annotations

from dataclasses import dataclass

from cookies.match import default_path, domain_match, path_match


@dataclass
class Cookie:
    """A stored cookie; expires is a time in seconds or None for the end of the session."""

    name: str
    value: str
    domain: str
    path: str
    host_only: bool = True
    secure: bool = False
    expires: float | None = None


class CookieJar:
    def __init__(self):
        self._cookies: dict[tuple[str, str, str], Cookie] = {}

    def store(self, header: str, host: str, path: str = "/", now: float = 0) -> bool:
        """Take a Set-Cookie header from a response; False where the cookie is refused."""
        pair, *attributes = header.split(";")
        name, equals, value = pair.partition("=")
        if not equals or not name.strip():
            return False
        cookie = Cookie(name.strip(), value.strip(), host.lower(), default_path(path))
        for attribute in attributes:
            key, _, given = (part.strip() for part in attribute.partition("="))
            if key.lower() == "domain" and given:
                if not domain_match(host, given):
                    return False
                cookie.domain, cookie.host_only = given.lower().lstrip("."), False
            elif key.lower() == "path" and given.startswith("/"):
                cookie.path = given
            elif key.lower() == "secure":
                cookie.secure = True
            elif key.lower() == "max-age" and given.lstrip("-").isdigit():
                cookie.expires = now + int(given)
        self._cookies[cookie.domain, cookie.path, cookie.name] = cookie
        return True

    def header(self, host: str, path: str = "/", secure: bool = False, now: float = 0) -> str:
        """The Cookie header of a request; those with longer paths come first."""
        fitting = [cookie for cookie in self._cookies.values() if self._fits(cookie, host, path, secure, now)]
        fitting.sort(key=lambda cookie: -len(cookie.path))
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in fitting)

    @staticmethod
    def _fits(cookie, host, path, secure, now):
        if cookie.expires is not None and cookie.expires <= now:
            return False
        if cookie.secure and not secure:
            return False
        if cookie.host_only:
            return host.lower() == cookie.domain and path_match(path, cookie.path)
        return domain_match(host, cookie.domain) and path_match(path, cookie.path)
