from export.base import Exporter


class MarkdownExporter(Exporter):
    def end(self, document):
        for number, note in enumerate(self.notes, start=1):
            self.write(f"{number}. {note}")
        super().end(document)

    def heading(self, text, level):
        return f"{'#' * level} {text}\n"

    def paragraph(self, text):
        return f"{text}\n"

    def on_code(self, text):
        self.write("```")
        self.write(text)
        self.write("```")

    def unknown(self, kind, content):
        self.write(f"<!-- {kind} -->")
