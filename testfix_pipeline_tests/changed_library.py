"""A library in two versions, of which the second answers differently without lacking a name at import."""

from pathlib import Path

from testfix_pipeline_tests.libraries import install

NAME = "shapeless"
_COMMON = """\
import functools
import warnings


def passing(function):
    @functools.wraps(function)
    def inner(*args, **kwargs):
        return function(*args, **kwargs)

    return inner


class Box:
    def __init__(self, size=1):
        self.size = size

    def error(self, key, **more):
        return ValueError("%s %s" % (key, sorted(more)))
"""

FIRST = {
    "__init__.py": f'''{_COMMON}
    def fail(self, key, **more):
        """Deprecated."""
        warnings.warn("fail is deprecated", DeprecationWarning)
        raise self.error(key, **more)

    def change(self, **by):
        if "sizes" in by:
            warnings.warn("change() by a plural is deprecated, use grow() instead", DeprecationWarning)
            return self.grow(**by)
        return Box(**by)

    def grow(self, sizes):
        return Box(self.size + sizes)

    def has(self, ids):
        return all(one <= self.size for one in ids)


def digest(text, method="plain"):
    return method + ":" + text


@passing
def sealed(text, mark="plain"):
    return mark + ":" + text


def parts(text):
    return text.split(",")


def measured(text):
    return text, len(text)


def field(name=None, load_from=None, **more):
    return load_from or name


class Wrong(Exception):
    pass


class Missing(Exception):
    pass


def found(names, name):
    if name not in names:
        raise Wrong(name)
    return name


def render(text, style=None):
    return style.upper() + text if style else text
'''
}
SECOND = {
    "__init__.py": f"""{_COMMON}
    def change(self, **by):
        if "sizes" in by:
            raise TypeError("sizes is no field")
        return Box(**by)

    def grow(self, sizes):
        return Box(self.size + sizes)

    def has(self, id=None, any=None):
        return id == self.size if id is not None else bool(any)


def digest(text, method="fancy"):
    return method + ":" + text


@passing
def sealed(text, mark="fancy"):
    return mark + ":" + text


def parts(text):
    yield from text.split(",")


def measured(text):
    return text, str(len(text))


def field(name=None, data_key=None, **more):
    return data_key or name


class Wrong(Exception):
    pass


class Missing(Exception):
    pass


def found(names, name):
    if name not in names:
        raise Missing(name)
    return name


def render(text, options=None, *, style=None):
    return style.upper() + text if style else text
"""
}


def both(site: Path, cache: Path) -> Path:
    """Install the second version, and put the first one where old releases are kept; where the second one is."""
    install(cache / "releases" / f"{NAME}-1.0", "1.0", FIRST)
    return install(site, "2.0", SECOND)
