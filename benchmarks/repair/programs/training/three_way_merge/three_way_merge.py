"""Merging two changed copies of a settings table."""

ABSENT = object()


def merge(base, mine, theirs):
    """The merged table and the keys changed differently on both sides; of those my value is kept."""
    merged, conflicts = {}, []
    for key in sorted({*base, *mine, *theirs}):
        old, left, right = (table.get(key, ABSENT) for table in (base, mine, theirs))
        if left == old:
            value = right
        elif right == old:
            value = left
        else:
            conflicts.append(key)
            value = left
        if value is not ABSENT:
            merged[key] = value
    return merged, conflicts


def merge_all(base, copies):
    """Merge several copies one after another; the result and all keys in conflict."""
    result, trouble = dict(base), []
    for copy in copies:
        result, conflicts = merge(base, result, copy)
        trouble += [key for key in conflicts if key not in trouble]
    return result, trouble
