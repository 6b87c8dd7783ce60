from jsonl.merge import merge_by_key
from jsonl.reading import BadLine, records

__all__ = ["BadLine", "merge_by_key", "records"]
