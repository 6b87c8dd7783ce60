"""Group build targets into stages that can run in parallel."""


class CycleError(ValueError):
    """Raised when targets depend on each other in a circle."""


def all_targets(deps):
    """Every target mentioned, as a key or as a dependency."""
    names = set(deps)
    for needed in deps.values():
        names.update(needed)
    return names


def build_stages(deps):
    """Return a list of sorted stages; a target comes after all it needs.

    deps maps a target to the targets it needs.  Each target is put into the
    earliest possible stage.  Raises CycleError if no full order exists.
    """
    waiting = {name: set(deps.get(name, ())) for name in all_targets(deps)}
    stages = []
    ready = sorted(name for name, needed in waiting.items() if not needed)
    while ready:
        stages.append(ready)
        for name in ready:
            del waiting[name]
        for needed in waiting.values():
            needed.difference_update(ready)
        ready = sorted(name for name, needed in waiting.items() if not needed)
    return stages


def build_order(deps):
    """Flatten the stages into one valid sequential order."""
    return [name for stage in build_stages(deps) for name in stage]
