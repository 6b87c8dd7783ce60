from html import escape

from export.base import Exporter


class HtmlExporter(Exporter):
    def __init__(self, author=None, css=None):
        super().__init__(author)
        self.css = css

    def begin(self, document):
        self.write("<!doctype html>")
        self.write(f"<title>{escape(document['title'])}</title>")
        if self.css:
            self.write(f'<link rel="stylesheet" href="{escape(self.css)}">')
        self.write("<body>")

    def end(self, document):
        if self.notes:
            self.write("<ol>")
            for note in self.notes:
                self.write(f"  <li>{escape(note)}</li>")
            self.write("</ol>")
        super().end(document)
        self.write("</body>")

    def heading(self, text, level):
        return f"<h{level}>{escape(text)}</h{level}>"

    def paragraph(self, text):
        return f"<p>{escape(text)}</p>"

    def on_code(self, text):
        self.write(f"<pre>{escape(text)}</pre>")
