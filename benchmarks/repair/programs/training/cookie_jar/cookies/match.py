"""Which hosts and paths a cookie is for (RFC 6265, section 5.1)."""

from __future__ import annotations


def is_address(host: str) -> bool:
    """Whether a host is an IPv4 address."""
    parts = host.split(".")
    return len(parts) == 4 and all(part.isdigit() and int(part) < 256 for part in parts)


def domain_match(host: str, domain: str) -> bool:
    """Whether a host is the domain or below it."""
    host, domain = host.lower(), domain.lower().lstrip(".")
    if host == domain:
        return True
    return host.endswith(domain) and not is_address(host)


def path_match(request: str, path: str) -> bool:
    """Whether a request's path is the cookie's path or below it."""
    if request == path:
        return True
    return request.startswith(path) and (path.endswith("/") or request[len(path)] == "/")


def default_path(request: str) -> str:
    """The path of a cookie that names none: the folder of the request."""
    if not request.startswith("/") or request.count("/") == 1:
        return "/"
    return request.rpartition("/")[0]
