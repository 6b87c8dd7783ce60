from jsonl.reading import records, write


def merge_by_key(texts, key="id", strict=True):
    """One text from several: records with the same key become one, later fields win; records without key are dropped.

    A record with "deleted": true takes its key out.
    """
    merged = {}
    for text in texts:
        for record in records(text, strict):
            if key not in record:
                continue
            name = record[key]
            if record.get("deleted"):
                merged.pop(name, None)
            else:
                merged[name] = {**merged.get(name, {}), **record}
    return write(merged.values())


def select(text, **wanted):
    return [record for record in records(text) if all(record.get(field) == value for field, value in wanted.items())]
