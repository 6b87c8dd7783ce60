"""Controls the clock, the time zone and the timers of a process.

Settings: `zone`, a value of TZ. `clock`: a date and time at which the run begins, `frozen`, or `stepping`, one second
at each reading. `timer`: by what factor the time that passes is longer.
"""

import copyreg
import datetime
import functools
import os
import sys
import time

from testfix_reads import files, reads

_TIMERS = ("perf_counter", "monotonic", "process_time", "thread_time")
_real = {name: getattr(time, name) for name in ("time", "localtime", "gmtime", "ctime", "strftime", *_TIMERS)}
_datetime, _date = datetime.datetime, datetime.date


class _Clock:
    def __init__(self):
        self.shift = 0.0
        self.now = None
        self.step = 0.0
        self.factor = 1.0
        self.base = {name: _real[name]() for name in _TIMERS}

    def time(self):
        if self.now is None:
            return _real["time"]() + self.shift
        self.now += self.step
        return self.now


clock = _Clock()


def apply(settings):
    """Set the clock as the settings say."""
    zone = settings.get("zone")
    if zone is not None:
        os.environ["TZ"] = zone
        time.tzset()
    wanted = settings.get("clock", "")
    clock.shift, clock.now = 0.0, None
    if wanted in ("frozen", "stepping"):
        clock.now, clock.step = _real["time"](), float(wanted == "stepping")
    elif wanted:
        clock.shift = _datetime.fromisoformat(wanted).timestamp() - _real["time"]()
    clock.factor = float(settings.get("timer", "1"))
    clock.base = {name: _real[name]() for name in _TIMERS}


def install():
    """Put readers of the controlled clock in the place of those of `time` and `datetime`."""
    time.time = _reader(clock.time)
    time.time_ns = _reader(lambda: int(clock.time() * 10**9))
    for name in ("localtime", "gmtime", "ctime"):
        setattr(time, name, _of_seconds(name))
    time.strftime = _strftime
    for name in _TIMERS:
        setattr(time, name, _timer(name, 1))
        setattr(time, name + "_ns", _timer(name, 10**9))


def replace_classes():
    """Put classes with the controlled clock in the place of those of `datetime`, where the project calls them.

    Libraries keep the real ones, which they may compare with, and register things for.
    """
    facades = {_datetime: _facade(_datetime, {"now": _now, "utcnow": _utcnow, "today": _now})}
    facades[_date] = _facade(_date, {"today": _today})
    for module in [datetime, *list(sys.modules.values())]:
        path = getattr(module, "__file__", None)
        if module is datetime or (isinstance(path, str) and files.relative_path(path) is not None):
            for name, value in list(vars(module).items()):
                if value is _datetime or value is _date:
                    setattr(module, name, facades[value])


def _reader(read):
    def reader():
        reads.add_here("clock", direct=True)
        return read()

    return reader


def _timer(name, unit):
    def timer():
        reads.add_here("timer", direct=True)
        passed = (_real[name]() - clock.base[name]) * clock.factor
        value = (clock.base[name] + passed) * unit
        return value if unit == 1 else int(value)

    return timer


def _of_seconds(name):
    def converter(seconds=None):
        if seconds is None:
            reads.add_here("clock", direct=True)
            seconds = clock.time()
        if name != "gmtime":
            reads.add_here("zone", direct=True)
        return _real[name](seconds)

    return converter


def _strftime(text, when=None):
    if when is None:
        reads.add_here("clock", direct=True)
        when = _real["localtime"](clock.time())
    return _real["strftime"](text, when)


def _now(tz=None):
    reads.add_here("clock", direct=True)
    if tz is None:
        reads.add_here("zone", direct=True)
    return _datetime.fromtimestamp(clock.time(), tz)


def _utcnow():
    reads.add_here("clock", direct=True)
    return _datetime.fromtimestamp(clock.time(), datetime.timezone.utc).replace(tzinfo=None)


def _today():
    reads.add_here("clock", direct=True)
    reads.add_here("zone", direct=True)
    return _date.fromtimestamp(clock.time())


def _facade(real, methods):
    """A class that stands for `real` with other readers: it makes real instances, and they are its instances."""

    class Meta(type(real)):
        def __call__(cls, *args, **options):
            return real(*args, **options) if cls is made else type.__call__(cls, *args, **options)

        def __instancecheck__(cls, instance):
            return isinstance(instance, real) if cls is made else type.__instancecheck__(cls, instance)

        def __subclasscheck__(cls, other):
            return issubclass(other, real) if cls is made else type.__subclasscheck__(cls, other)

    def from_timestamp(seconds, tz=None):
        if tz is None:
            reads.add_here("zone", direct=True)
        return real.fromtimestamp(seconds, tz) if real is _datetime else real.fromtimestamp(seconds)

    own = {name: staticmethod(functools.wraps(getattr(real, name))(method)) for name, method in methods.items()}
    others = ("fromisoformat", "fromordinal", "strptime", "combine", "utcfromtimestamp", "fromisocalendar")
    own.update({name: staticmethod(getattr(real, name)) for name in others if hasattr(real, name)})
    own.update(fromtimestamp=staticmethod(from_timestamp), __module__="datetime")
    made = Meta(real.__name__, (real,), own)
    copyreg.pickle(real, lambda value: (made, value.__reduce_ex__(2)[1]))  # which is found under its name
    return made
