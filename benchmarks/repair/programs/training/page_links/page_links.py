"""The row of page numbers below a list of results."""


def page_count(items, per_page):
    """Pages needed for so many items; an empty list still has one."""
    return max(1, -(-items // per_page))


def window(current, pages, width=5):
    """The page numbers to show: up to `width` of them, the current one in the middle where that fits."""
    width = min(width, pages)
    first = current - width // 2
    first = max(1, min(first, pages - width))
    return list(range(first, first + width))


def links(current, items, per_page=10, width=5):
    """The row as text, the current page in square brackets, with dots where pages are left out."""
    pages = page_count(items, per_page)
    current = max(1, min(current, pages))
    shown = window(current, pages, width)
    parts = [f"[{page}]" if page == current else str(page) for page in shown]
    if shown[0] > 1:
        parts.insert(0, "…")
    if shown[-1] < pages:
        parts.append("…")
    return " ".join(parts)
