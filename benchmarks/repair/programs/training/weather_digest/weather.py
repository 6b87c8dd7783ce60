"""Digest of station readings given as 'station;date;min;max;rain' lines."""
from collections import defaultdict


def parse_line(text):
    parts = [p.strip() for p in text.split(";")]
    if len(parts) != 5:
        raise ValueError(f"expected 5 fields: {text!r}")
    station, day, low, high, rain = parts
    reading = {
        "station": station,
        "date": day,
        "low": float(low),
        "high": float(high),
        "rain": float(rain or 0),
    }
    if reading["low"] > reading["high"]:
        raise ValueError(f"low above high: {text!r}")
    return reading


def parse(text):
    return [parse_line(line) for line in text.splitlines()
            if line.strip() and not line.startswith("#")]


def by_station(readings):
    groups = defaultdict(list)
    for reading in readings:
        groups[reading["station"]].append(reading)
    return dict(groups)


def digest(readings):
    """Return {station: summary}; the summary holds extremes, total rain and days."""
    result = {}
    for station, rows in by_station(readings).items():
        result[station] = {
            "coldest": min(r["low"] for r in rows),
            "warmest": max(r["low"] for r in rows),
            "rain": round(sum(r["rain"] for r in rows), 1),
            "wet_days": sum(1 for r in rows if r["rain"] > 0),
            "days": len({r["date"] for r in rows}),
        }
    return result


def widest_range(readings):
    """The reading with the greatest difference within one day."""
    return max(readings, key=lambda r: r["high"] - r["low"])


def format_digest(summary):
    lines = []
    for station in sorted(summary):
        s = summary[station]
        lines.append(f"{station}: {s['coldest']:.1f} to {s['warmest']:.1f} C, "
                     f"{s['rain']:.1f} mm on {s['wet_days']} of {s['days']} days")
    return "\n".join(lines)
