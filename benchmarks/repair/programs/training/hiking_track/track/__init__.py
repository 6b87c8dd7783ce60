from track.points import Point, distance, parse
from track.summary import Summary, climbs, summarise

__all__ = ["Point", "Summary", "climbs", "distance", "parse", "summarise"]
