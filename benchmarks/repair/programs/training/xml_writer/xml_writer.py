"""Writes XML step by step, indented for people: elements are with blocks."""

import io
import re

NAME = re.compile(r"[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?")


class XmlError(ValueError):
    """Something that can't be written as XML."""


def escape(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def escape_attribute(text):
    return escape(text).replace('"', "&quot;").replace("\n", "&#10;")


def to_text(value):
    if value is True or value is False:
        return str(value).lower()
    return str(value)


class Element:
    """An element that is open as long as the with block runs; without content it's written as one tag."""

    def __init__(self, writer, name, attributes):
        self.writer = writer
        self.name = name
        self.attributes = attributes
        self.empty = True

    def __enter__(self):
        self.writer._open(self)
        return self

    def __exit__(self, kind, error, trace):
        if kind is None:
            self.writer._close(self)

    def start(self):
        """The start tag without its end."""
        parts = [self.name]
        for name, value in self.attributes.items():
            if value is not None:
                parts.append(f'{name}="{escape_attribute(to_text(value))}"')
        return "<" + " ".join(parts)


class XmlWriter:
    def __init__(self, indent=2, declaration=True):
        self.indent = indent
        self._out = io.StringIO()
        self._stack = []
        self._pending = False
        self._has_root = False
        if declaration:
            self._out.write('<?xml version="1.0" encoding="utf-8"?>\n')

    def element(self, name, attributes=None, **more):
        """An element for a with block. Attributes that are None are left out; `class_` means `class`."""
        self._check(name)
        names = {key.rstrip("_"): value for key, value in more.items()}
        merged = {**(attributes or {}), **names}
        for key in merged:
            self._check(key)
        return Element(self, name, merged)

    def leaf(self, name, text="", attributes=None, **more):
        """An element with nothing but text in it, all on one line."""
        element = self.element(name, attributes, **more)
        self._claim_root()
        self._begin_line()
        self._out.write(element.start())
        text = escape(to_text(text))
        self._out.write(f">{text}</{name}>\n" if text else "/>\n")

    def text(self, value):
        self._need_root()
        self._begin_line()
        self._out.write(escape(to_text(value)) + "\n")

    def comment(self, value):
        if "--" in value:
            raise XmlError("a comment can't hold two hyphens")
        self._begin_line()
        self._out.write(f"<!-- {value} -->\n")

    def result(self):
        if self._stack:
            raise XmlError(f"{self._stack[-1].name} is still open")
        if not self._has_root:
            raise XmlError("there is no element")
        return self._out.getvalue()

    def _check(self, name):
        if not NAME.fullmatch(name):
            raise XmlError(f"not a name: {name!r}")

    def _need_root(self):
        if not self._stack:
            raise XmlError("text has to be in an element")

    def _claim_root(self):
        if not self._stack and self._has_root:
            raise XmlError("there can only be one root")
        self._has_root = True

    def _begin_line(self):
        """Finish the start tag that still lacks its end, and indent the next line."""
        if self._pending:
            self._out.write(">\n")
            self._pending = False
            self._stack[-1].empty = False
        self._out.write(" " * self.indent * len(self._stack))

    def _open(self, element):
        self._claim_root()
        self._begin_line()
        self._out.write(element.start())
        self._pending = True
        self._stack.append(element)

    def _close(self, element):
        if self._pending:
            self._out.write("/>\n")
            self._pending = False
        else:
            self._begin_line()
            self._out.write(f"</{element.name}>\n")
        self._stack.pop()


def from_dict(name, data, indent=2):
    """The text of nested dicts: lists repeat an element, other values become leaves."""
    writer = XmlWriter(indent, declaration=False)

    def write(key, value):
        if isinstance(value, dict):
            with writer.element(key):
                for inner, item in value.items():
                    write(inner, item)
        elif isinstance(value, list):
            for item in value:
                write(key, item)
        else:
            writer.leaf(key, "" if value is None else value)

    write(name, data)
    return writer.result()
