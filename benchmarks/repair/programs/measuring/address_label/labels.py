"""Address labels for parcels, by the customs of the country of destination."""

from dataclasses import dataclass

LAYOUTS = {
    "DE": ["{name}", "{company}", "{street} {house}", "{postcode} {city}"],
    "US": ["{name}", "{company}", "{house} {street}", "{city}, {region} {postcode}"],
    "GB": ["{name}", "{company}", "{house} {street}", "{city}", "{region}", "{postcode}"],
}
COUNTRIES = {"DE": "GERMANY", "US": "UNITED STATES", "GB": "UNITED KINGDOM", "FR": "FRANCE"}
MAX_WIDTH = 35


class LabelError(ValueError):
    pass


@dataclass
class Address:
    name: str
    street: str
    city: str
    postcode: str
    country: str
    house: str = ""
    region: str = ""
    company: str = ""

    @classmethod
    def from_form(cls, form):
        """From what somebody typed in; fields that are not known are passed over."""
        known = {field: form[field] for field in cls.__dataclass_fields__ if field in form}
        missing = {"name", "street", "city", "postcode", "country"} - known.keys()
        if missing:
            raise LabelError(f"missing: {', '.join(sorted(missing))}")
        return cls(**known)

    def fields(self):
        return {name: getattr(self, name) or "" for name in self.__dataclass_fields__}


def shorten(line, width=MAX_WIDTH):
    if len(line) <= width:
        return line
    return line[: width - 1].rstrip() + "."


def lines(address, sender_country=None):
    layout = LAYOUTS.get(address.country, LAYOUTS["DE"])
    fields = address.fields()
    if address.country in ("US", "GB"):
        fields["city"] = fields["city"].upper()
    result = []
    for template in layout:
        line = template.format(**fields)
        line = line.strip(" ,")
        if line:
            result.append(shorten(line))
    if address.country != sender_country:
        result.append(COUNTRIES.get(address.country, address.country))
    return result


def sheet(addresses, columns=2, sender_country=None):
    """Labels side by side, each as wide as a label may be."""
    blocks = [lines(address, sender_country) for address in addresses]
    rows = []
    for start in range(0, len(blocks), columns):
        group = blocks[start:start + columns]
        height = max(len(block) for block in group)
        for n in range(height):
            cells = [(block[n] if n < len(block) else "").ljust(MAX_WIDTH) for block in group]
            rows.append("".join(cells).rstrip())
        rows.append("")
    return rows[:-1]
