"""Deciding what has to be rebuilt."""


def plan(graph, mtimes, goals=None):
    """List the targets to rebuild, in order.

    *mtimes* maps existing files to their modification time.  A target
    with prerequisites is rebuilt when it does not exist, when one of
    its prerequisites is newer, or when one of them is rebuilt.  Leaves
    must exist.
    """
    dirty = set()
    result = []
    for target in graph.order(goals):
        needs = graph.needs(target)
        if not needs:
            if target not in mtimes:
                raise FileNotFoundError(target)
            continue
        if _stale(target, needs, mtimes, dirty):
            dirty.add(target)
            result.append(target)
    return result


def _stale(target, needs, mtimes, dirty):
    if target not in mtimes:
        return True
    return any(n in dirty or mtimes[n] > mtimes[target] for n in needs)


def stages(graph, goals=None):
    """Group the targets so that each group only needs earlier groups."""
    level = {}
    for target in graph.order(goals):
        level[target] = 1 + max((level[n] for n in graph.needs(target)), default=-1)
    groups = [[] for _ in range(max(level.values(), default=-1) + 1)]
    for target, number in level.items():
        groups[number].append(target)
    return groups
