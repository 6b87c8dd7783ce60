"""Spelling distance with swaps, and suggestions based on it."""


def typo_distance(a, b):
    """Optimal string alignment distance of two strings.

    Counts insertions, deletions, substitutions and swaps of two adjacent
    characters, each as one typo.
    """
    rows, cols = len(a) + 1, len(b) + 1
    table = [[0] * cols for _ in range(rows)]
    for i in range(rows):
        table[i][0] = i
    for j in range(cols):
        table[0][j] = j
    for i in range(1, rows):
        for j in range(1, cols):
            cost = 0 if a[i - 1] == b[j - 1] else 1
            best = min(
                table[i - 1][j] + 1,
                table[i][j - 1] + 1,
                table[i - 1][j - 1] + cost,
            )
            if i > 1 and j > 1 and a[i - 1] == b[j - 2] and a[i - 2] == b[j - 1]:
                best = min(best, table[i - 1][j - 1] + 1)
            table[i][j] = best
    return table[-1][-1]


def suggest(word, vocabulary, limit=2):
    """Known words within limit typos, nearest first, then alphabetical."""
    scored = ((typo_distance(word, known), known) for known in vocabulary)
    return [known for distance, known in sorted(scored) if distance <= limit]
