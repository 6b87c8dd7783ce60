"""Address labels for letters."""

from dataclasses import dataclass

COUNTRIES = {"DE": "GERMANY", "FR": "FRANCE", "GB": "UNITED KINGDOM", "US": "UNITED STATES"}


@dataclass(frozen=True)
class Company:
    name: str
    department: str = ""


@dataclass(frozen=True)
class Person:
    name: str
    street: str
    postcode: str
    city: str
    country: str = "DE"
    company: Company = None


def town_line(person):
    """Postcode and town in the order of the country."""
    if person.country in ("GB", "US"):
        return f"{person.city} {person.postcode}"
    return f"{person.postcode} {person.city}"


def label(person, sender="DE"):
    """The lines of a label; the country is left out where it is the sender's own."""
    lines = []
    if person.company.name != person.name:
        lines.append(person.company.name)
        if person.company.department:
            lines.append(f"- {person.company.department} -")
    lines.append(person.name)
    lines.append(person.street)
    lines.append(town_line(person))
    if person.country != sender:
        lines.append(COUNTRIES.get(person.country, person.country))
    return lines


def sheet(people, sender="DE", columns=2, width=24):
    """Labels beside each other, as text."""
    rows = []
    for start in range(0, len(people), columns):
        labels = [label(person, sender) for person in people[start : start + columns]]
        height = max(len(lines) for lines in labels)
        for n in range(height):
            cells = [lines[n] if n < len(lines) else "" for lines in labels]
            rows.append("".join(cell[:width].ljust(width) for cell in cells).rstrip())
        rows.append("")
    return "\n".join(rows)


def sort_for_post(people):
    """By country, then by postcode."""
    return sorted(people, key=lambda person: (person.country, person.postcode))
