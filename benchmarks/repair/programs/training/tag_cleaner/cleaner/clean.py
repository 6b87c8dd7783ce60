"""Clean HTML: tags that aren't allowed go, those that are open at the end get closed."""

from html import escape
from html.parser import HTMLParser

from cleaner.rules import DROPPED, VOID, Rules


class _Cleaner(HTMLParser):
    def __init__(self, rules):
        super().__init__(convert_charrefs=True)
        self.rules = rules
        self.parts = []
        self.open = []
        self.dropping = 0

    def handle_starttag(self, tag, attrs):
        if tag in DROPPED:
            self.dropping += 1
        if self.dropping or tag not in self.rules.tags:
            return
        attributes = "".join(f' {name}="{escape(value)}"' for name, value in self.rules.attributes(tag, attrs))
        self.parts.append(f"<{tag}{attributes}>")
        self.open.append(tag)

    def handle_endtag(self, tag):
        if tag in DROPPED:
            self.dropping = max(0, self.dropping - 1)
        elif not self.dropping and tag not in VOID and tag in self.open:
            self.close_down_to(tag)

    def handle_data(self, data):
        if not self.dropping:
            self.parts.append(escape(data, quote=False))

    def close_down_to(self, tag):
        """Close the innermost open `tag` and all that was opened in it."""
        while True:
            last = self.open.pop()
            self.parts.append(f"</{last}>")
            if last == tag:
                return


def clean(html, rules=None):
    """The harmless part of some HTML."""
    cleaner = _Cleaner(rules or Rules())
    cleaner.feed(html)
    cleaner.close()
    if cleaner.open:
        cleaner.close_down_to(cleaner.open[0])
    return "".join(cleaner.parts)
