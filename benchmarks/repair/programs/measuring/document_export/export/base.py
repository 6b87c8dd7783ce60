"""What all exporters have in common: they walk over the blocks and call a method for each kind."""


class Exporter:
    def __init__(self, author=None):
        self.author = author
        self.lines = []
        self.notes = []

    def run(self, document):
        self.lines = []
        self.notes = []
        self.begin(document)
        for block in document["blocks"]:
            kind, content = block
            method = getattr(self, f"on_{kind}", None)
            if method is None:
                self.unknown(kind, content)
            else:
                method(content)
        self.end(document)
        return "\n".join(self.lines) + "\n"

    def begin(self, document):
        self.write(self.heading(document["title"], 1))
        if self.author:
            self.write(self.paragraph(f"by {self.author}"))

    def end(self, document):
        pass

    def write(self, text):
        self.lines.append(text)

    def heading(self, text, level):
        raise NotImplementedError

    def paragraph(self, text):
        raise NotImplementedError

    def on_section(self, text):
        self.write(self.heading(text, 2))

    def on_text(self, text):
        self.write(self.paragraph(text))

    def on_note(self, text):
        """Notes are collected and come last; the text gets their number."""
        self.notes.append(text)
        self.write(self.paragraph(f"({len(self.notes)})"))

    def unknown(self, kind, content):
        raise ValueError(f"no block {kind!r}")
