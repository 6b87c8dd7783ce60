from urllib.parse import urlencode


def numbers(page, around=2):
    """Page numbers for a navigation bar; None stands for a gap."""
    wanted = {1, page.pages}
    wanted.update(range(max(1, page.number - around), min(page.pages, page.number + around) + 1))
    bar = []
    for number in sorted(wanted):
        if bar and number - bar[-1] > 1:
            bar.append(None)
        bar.append(number)
    return bar


def links(base, page, **query):
    """The links of an API's answer: first, last and, where they exist, prev and next."""

    def url(number):
        return f"{base}?{urlencode({**query, 'page': number, 'size': page.size})}"

    found = {"first": url(1), "last": url(page.pages)}
    if page.has_previous:
        found["prev"] = url(page.number - 1)
    if page.has_next:
        found["next"] = url(page.number + 1)
    return found
