"""What two sorted lists of half-open intervals have in common."""


def common(first, second):
    """The intervals covered by both lists; each list is sorted and free of overlaps."""
    found = []
    i = j = 0
    while i < len(first) and j < len(second):
        start = max(first[i][0], second[j][0])
        end = min(first[i][1], second[j][1])
        if start < end:
            found.append((start, end))
        if first[i][0] < second[j][0]:
            i += 1
        else:
            j += 1
    return found


def common_length(first, second):
    return sum(end - start for start, end in common(first, second))


def common_to_all(lists):
    """The intervals covered by every one of the lists."""
    result, *others = lists
    for other in others:
        result = common(result, other)
    return result
