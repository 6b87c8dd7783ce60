"""Results of a race: places, gaps, age groups."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Runner:
    name: str
    age: int
    seconds: int = None


def clock(seconds):
    """1:02:03, or 2:03 below an hour."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours}:{minutes:02}:{rest:02}"
    return f"{minutes}:{rest:02}"


def finishers(runners):
    return sorted((r for r in runners if r.seconds is not None), key=lambda r: (r.seconds, r.name))


def places(runners):
    """(place, runner): the same time is the same place, and the place after it is left out."""
    ranking = []
    place, before = 0, None
    for number, runner in enumerate(finishers(runners), start=1):
        if runner.seconds != before:
            place += 1
        before = runner.seconds
        ranking.append((place, runner))
    return ranking


def table(runners):
    """Lines with place, name, time and the gap to the winner; those who gave up at the end."""
    lines = []
    ranking = places(runners)
    for place, runner in ranking:
        gap = runner.seconds - ranking[0][1].seconds
        behind = f" +{clock(gap)}" if gap else ""
        lines.append(f"{place}. {runner.name} {clock(runner.seconds)}{behind}")
    for runner in sorted(runners, key=lambda r: r.name):
        if runner.seconds is None:
            lines.append(f"-  {runner.name} did not finish")
    return lines


def group(age):
    """Age groups of ten years from 20 on, younger ones together."""
    if age < 20:
        return "juniors"
    start = age // 10 * 10
    return f"{start}-{start + 9}"


def winners(runners):
    """The names of the fastest of each group."""
    best = {}
    for runner in finishers(runners):
        name = group(runner.age)
        if name not in best or runner.seconds < best[name].seconds:
            best[name] = runner
    return {name: runner.name for name, runner in sorted(best.items())}
