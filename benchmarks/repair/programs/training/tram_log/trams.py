"""Keeps track of trams: where they are and which of them are faulty."""


class Depot:
    def __init__(self):
        self.where = {}
        self.faulty = []
        self.repairs = 0

    def report(self, tram, stop, fault=False):
        """Take in a report of a tram."""
        self.where[tram] = stop
        if fault and tram not in self.faulty:
            self.faulty.append(tram)

    def repaired(self, tram):
        """A tram comes back from the workshop."""
        if tram not in self.where:
            raise KeyError(tram)
        self.where[tram] = "depot"

    def in_service(self):
        return sorted(tram for tram in self.where if tram not in self.faulty)
