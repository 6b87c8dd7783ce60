"""The table of a league from results."""


def table(results):
    """Rows of (team, played, points, difference, goals), the best first."""
    rows = {}
    for home, away, ours, theirs in results:
        for team, scored, against in ((home, ours, theirs), (away, theirs, ours)):
            row = rows.setdefault(team, [0, 0, 0, 0])
            row[0] += 1
            row[1] += 3 if scored > against else 1 if scored == against else 0
            row[2] += scored - against
            row[3] += scored
    return sorted(((team, *row) for team, row in rows.items()), key=order)


def order(row):
    team, _, points, difference, goals = row
    return -points, -goals, team


def ranks(rows):
    """Places with shared ones for equals: 1, 2, 2, 4."""
    places = []
    for number, row in enumerate(rows, 1):
        if places and order(row)[:2] == order(rows[number - 2])[:2]:
            places.append(places[-1])
        else:
            places.append(number)
    return places


def champion(results):
    rows = table(results)
    return rows[0][0] if rows else None


def shown(results):
    rows = table(results)
    return [f"{place}. {row[0]} {row[2]}" for place, row in zip(ranks(rows), rows)]
