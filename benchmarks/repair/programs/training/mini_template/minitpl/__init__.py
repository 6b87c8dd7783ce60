from minitpl.nodes import MissingName
from minitpl.parser import Template, TemplateError

__all__ = ["MissingName", "Template", "TemplateError"]
