"""A tiny template language: {{ expr }}, {% for %}, {% if %}, {% else %}, {% end %}."""
from .nodes import render_nodes
from .parser import TemplateError, parse


def render(text, **values):
    return render_nodes(parse(text), dict(values))


__all__ = ["TemplateError", "parse", "render"]
