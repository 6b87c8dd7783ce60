import pytest

from export import HtmlExporter, MarkdownExporter, export

DOC = {"title": "A & B", "blocks": [("section", "One"), ("text", "x < y"), ("note", "see there")]}


def test_markdown():
    assert export(DOC, "md") == "# A & B\n\n## One\n\nx < y\n\n(1)\n\n1. see there\n"


def test_markdown_author():
    assert export(DOC, "md", author="Jo").splitlines()[2] == "by Jo"


def test_markdown_passes_over_what_it_does_not_know():
    assert "<!-- video -->" in export({"title": "t", "blocks": [("video", "x")]}, "md")


def test_html_head():
    lines = export(DOC, "html", css="a.css").splitlines()
    assert lines[:3] == ["<!doctype html>", "<title>A &amp; B</title>", '<link rel="stylesheet" href="a.css">']


def test_html_body():
    lines = HtmlExporter().run(DOC).splitlines()
    body = lines[lines.index("<body>") + 1:]
    assert body[:3] == ["<h1>A &amp; B</h1>", "<h2>One</h2>", "<p>x &lt; y</p>"]


def test_html_author():
    assert "<p>by Jo</p>" in export(DOC, "html", author="Jo")


def test_html_notes():
    assert export(DOC, "html").endswith("<ol>\n  <li>see there</li>\n</ol>\n</body>\n")


def test_html_without_notes():
    assert "<ol>" not in export({"title": "t", "blocks": []}, "html")


def test_code():
    assert "<pre>a &lt; b</pre>" in export({"title": "t", "blocks": [("code", "a < b")]}, "html")
    assert "```\na < b\n```" in export({"title": "t", "blocks": [("code", "a < b")]}, "md")


def test_html_is_strict():
    with pytest.raises(ValueError, match="video"):
        export({"title": "t", "blocks": [("video", "x")]}, "html")


def test_unknown_format():
    with pytest.raises(ValueError):
        export(DOC, "pdf")


def test_exporter_is_reusable():
    exporter = MarkdownExporter()
    assert exporter.run(DOC) == exporter.run(DOC)
