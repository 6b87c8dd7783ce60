"""Three-way merge of JSON objects."""
from changes import same

MISSING = object()


class Conflict(Exception):
    def __init__(self, paths):
        super().__init__(", ".join("/".join(path) for path in paths))
        self.paths = paths


def _choose(base, ours, theirs, path, conflicts):
    if ours is theirs or (MISSING not in (ours, theirs) and same(ours, theirs)):
        return ours
    if all(isinstance(side, dict) for side in (ours, theirs)):
        return _merge_objects(base if isinstance(base, dict) else {}, ours, theirs, path, conflicts)
    if _unchanged(base, ours):
        return theirs
    if not _unchanged(base, theirs):
        conflicts.append(path)
    return ours


def _unchanged(base, side):
    if base is MISSING or side is MISSING:
        return base is side
    return same(base, side)


def _merge_objects(base, ours, theirs, path, conflicts):
    merged = {}
    for key in list(ours) + [key for key in theirs if key not in ours]:
        sides = (side.get(key, MISSING) for side in (base, ours, theirs))
        value = _choose(*sides, path + (key,), conflicts)
        if value is not MISSING:
            merged[key] = value
    return merged


def merge(base, ours, theirs, prefer_ours=False):
    """Both sides' changes to `base`; Conflict if they don't go together."""
    conflicts = []
    merged = _merge_objects(base, ours, theirs, (), conflicts)
    if conflicts and not prefer_ours:
        raise Conflict(conflicts)
    return merged
