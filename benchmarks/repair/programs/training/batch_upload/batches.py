"""Groups records into batches for an upload: by number, by size, by key."""


def by_number(records, most):
    batch = []
    for record in records:
        batch.append(record)
        if len(batch) == most:
            yield batch
            batch = []
    if batch:
        yield batch


def by_size(records, most_bytes):
    """Batches of texts that together are no longer than so many bytes; a longer text goes alone."""
    batch, size = [], 0
    for record in records:
        length = len(record.encode())
        if batch and size + length > most_bytes:
            yield batch
            batch, size = [], 0
        batch.append(record)
        size += length


def by_key(records, key):
    """Runs of records with the same key, with the key."""
    last, run = None, []
    for record in records:
        if run and key(record) != last:
            yield last, run
            run = []
        last = key(record)
        run.append(record)
    if run:
        yield last, run


def upload(records, send, most=3):
    """How many records were taken; `send` answers how many of a batch."""
    return sum(send(batch) for batch in by_number(records, most))
