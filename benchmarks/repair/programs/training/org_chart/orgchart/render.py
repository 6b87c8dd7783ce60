def render(chart, name, depth=0):
    """Lines of an indented tree."""
    lines = ["  " * depth + name]
    for report in chart.reports(name):
        lines.extend(render(chart, report, depth + 1))
    return lines
