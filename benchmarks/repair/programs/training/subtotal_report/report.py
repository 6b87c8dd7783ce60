"""Plain text sales report with a subtotal after every region."""


def money(cents):
    sign = "-" if cents < 0 else ""
    cents = abs(cents)
    return f"{sign}{cents // 100:,}.{cents % 100:02d}"


def line(label, cents, width=30):
    amount = money(cents)
    return label.ljust(width - len(amount)) + amount


def subtotals(rows):
    """Yield ('row'|'subtotal'|'total', label, cents) for sorted rows.

    Rows are (region, product, cents) tuples.
    """
    region = None
    running = 0
    total = 0
    for row_region, product, cents in sorted(rows):
        if region is not None and row_region != region:
            yield "subtotal", region, running
        region = row_region
        running += cents
        total += cents
        yield "row", product, cents
    if region is not None:
        yield "subtotal", region, running
    yield "total", "all regions", total


def render(rows, title="Sales"):
    out = [title, "=" * len(title)]
    for kind, label, cents in subtotals(rows):
        if kind == "row":
            out.append(line("  " + label, cents))
        elif kind == "subtotal":
            out.append(line(f"Subtotal {label}", cents))
            out.append("")
        else:
            out.append(line("TOTAL", cents))
    return "\n".join(out)


def best_region(rows):
    """Region with the greatest subtotal (the first by name on a tie)."""
    best = None
    for kind, label, cents in subtotals(rows):
        if kind == "subtotal" and (best is None or cents > best[1]):
            best = (label, cents)
    return best[0] if best else None
