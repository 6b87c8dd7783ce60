from batches.writer import BatchWriter


def export(rows, sink, size=100, keep=None):
    """Write the rows that `keep` lets through (all, by default); how many."""
    with BatchWriter(sink, size) as writer:
        writer.add_all(row for row in rows if keep is None or keep(row))
    return writer.written
