"""All templates, and their producers."""

from __future__ import annotations

import importlib
import pkgutil
from collections import Counter, defaultdict

from testfix_pipeline.repair.languages.python.edits.edit_producer import EditProducer
from testfix_pipeline.repair.languages.python.templates import catalogue
from testfix_pipeline.repair.languages.python.templates.matching import TemplateError
from testfix_pipeline.repair.languages.python.templates.template import Template, Templates


def all_templates() -> tuple[Template, ...]:
    """The templates of every module in `catalogue/`. Raises TemplateError if two have the same id."""
    modules = sorted(one.name for one in pkgutil.iter_modules(catalogue.__path__))
    found = [importlib.import_module(f"{catalogue.__name__}.{name}").TEMPLATES for name in modules]
    templates = tuple(template for each in found for template in each)
    for name, times in Counter(one.id for one in templates).items():
        if times > 1:
            raise TemplateError(f"template {name!r}: {times} templates have this id")
    return templates


def producers_of(templates: tuple[Template, ...]) -> tuple[EditProducer, ...]:
    """The producers of the templates, in the order of the templates."""
    grouped: dict[str, list[Template]] = defaultdict(list)
    for one in templates:
        grouped[one.producer].append(one)
    members = {name: Templates(found) for name, found in grouped.items()}
    return tuple(EditProducer(name, found, found.bound) for name, found in members.items())


TEMPLATES = all_templates()
PRODUCERS = producers_of(TEMPLATES)
