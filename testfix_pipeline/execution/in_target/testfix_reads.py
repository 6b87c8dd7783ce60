"""What a test reads besides its arguments, and where the project does so."""

import sys

from testfix_channel import channel

MOST, MOST_READS = 60, 2000
files = channel.files


class Reads:
    """The places of each source: [place, detail], the latest ones; a place is "" or "file:line"."""

    def __init__(self):
        self._found, self._counts = {}, {}

    def add(self, source, place, detail):
        """Add a read at a place, which is then the latest."""
        known = self._found.setdefault(source, {})
        known.pop((place, detail), None)
        known[place, detail] = True
        if len(known) > MOST:
            del known[next(iter(known))]

    def add_here(self, source, detail="", direct=False, given=()):
        """Add a read by the innermost function of the project; direct: only if it calls the reading function itself.

        given: types of values; where an argument of the function has one, what is read comes from there.
        """
        count = self._counts[source] = self._counts.get(source, 0) + 1
        if count > MOST_READS:
            return
        frame = sys._getframe(2)
        while frame is not None:
            path = files.relative_path(frame.f_code.co_filename)
            if path is not None:
                names = frame.f_code.co_varnames[: frame.f_code.co_argcount + frame.f_code.co_kwonlyargcount]
                if given and any(isinstance(frame.f_locals.get(name), given) for name in names):
                    detail = "which an argument gives"
                self.add(source, "%s:%d" % (path, frame.f_lineno), detail)
                return
            if direct:
                return
            frame = frame.f_back

    def found(self):
        return {source: [list(one) for one in known] for source, known in self._found.items()}


reads = Reads()
