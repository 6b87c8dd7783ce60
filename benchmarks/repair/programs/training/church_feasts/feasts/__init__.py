from feasts.calendar import FEASTS, feast, feasts_between, season
from feasts.computus import easter

__all__ = ["FEASTS", "easter", "feast", "feasts_between", "season"]
