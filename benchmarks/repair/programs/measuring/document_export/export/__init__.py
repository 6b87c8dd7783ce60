from export.base import Exporter
from export.html import HtmlExporter
from export.markdown import MarkdownExporter

EXPORTERS = {"html": HtmlExporter, "md": MarkdownExporter}


def export(document, kind, **options):
    """The text of a document (a dict with `title` and `blocks`) in a format."""
    if kind not in EXPORTERS:
        raise ValueError(f"no exporter for {kind}")
    return EXPORTERS[kind](**options).run(document)


__all__ = ["EXPORTERS", "Exporter", "HtmlExporter", "MarkdownExporter", "export"]
