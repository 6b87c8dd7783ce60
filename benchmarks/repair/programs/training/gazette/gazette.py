"""Sets articles in newspaper columns of plain text."""
from dataclasses import dataclass
from itertools import zip_longest


@dataclass
class Article:
    title: str
    body: str

    def paragraphs(self):
        return [part for part in self.body.split("\n\n") if part.strip()]


def wrap(text, width):
    """Break one paragraph into lines of at most `width` characters."""
    if width < 2:
        raise ValueError("column too narrow")
    lines = []
    current = ""
    for word in text.split():
        while len(word) > width:
            lines.append(word[:width - 1] + "-")
            word = word[width - 1:]
        if not current:
            current = word
        elif len(current) + 1 + len(word) <= width:
            current += " " + word
        else:
            lines.append(current)
            current = word
    if current:
        lines.append(current)
    return lines


def justify(line, width):
    """Spread the words of a line over the full width, wider gaps first."""
    words = line.split()
    if len(words) < 2:
        return line
    gaps = len(words) - 1
    spaces = width - sum(len(word) for word in words)
    each, extra = divmod(spaces, gaps)
    out = words[0]
    for i, word in enumerate(words[1:]):
        out += " " * (each + (1 if i < extra else 0)) + word
    return out


def balance(lines, columns):
    """Cut the lines into columns of nearly the same length, longer ones first."""
    each, extra = divmod(len(lines), columns)
    result = []
    start = 0
    for i in range(columns):
        stop = start + each + (1 if i < extra else 0)
        result.append(lines[start:stop])
        start = stop
    return result


class Layout:
    """Format of a page: how many columns, how wide, how far apart, how high."""

    def __init__(self, columns=2, width=20, gutter=2, height=40, justified=False):
        self.columns = columns
        self.width = width
        self.gutter = gutter
        self.height = height
        self.justified = justified

    def set_article(self, article):
        """Lines of one article: the title in capitals, paragraphs set apart."""
        lines = wrap(article.title.upper(), self.width)
        for number, paragraph in enumerate(article.paragraphs()):
            if number:
                lines.append("")
            block = wrap(paragraph, self.width)
            if self.justified:
                block = [justify(line, self.width) for line in block[:-1]] + block[-1:]
            lines += block
        return lines

    def pages(self, articles):
        """List of pages, each a list of columns of lines."""
        lines = []
        for article in articles:
            if lines:
                lines.append("")
            lines += self.set_article(article)
        room = self.columns * self.height
        return [balance(lines[i:i + room], self.columns)
                for i in range(0, len(lines), room)]

    def render(self, articles):
        """The pages as text, separated by form feeds."""
        gap = " " * self.gutter
        texts = []
        for page in self.pages(articles):
            rows = zip_longest(*page, fillvalue="")
            texts.append("\n".join(
                gap.join(cell.ljust(self.width) for cell in row).rstrip() for row in rows))
        return "\f".join(texts)
