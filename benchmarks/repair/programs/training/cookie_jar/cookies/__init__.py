from cookies.jar import Cookie, CookieJar

__all__ = ["Cookie", "CookieJar"]
