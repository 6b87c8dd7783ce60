from prices.collector import Collector, NoPrice
from prices.sources import SourceDown, Table

__all__ = ["Collector", "NoPrice", "SourceDown", "Table"]
