from batches.writer import BatchWriter, WriterClosed

__all__ = ["BatchWriter", "WriterClosed"]
