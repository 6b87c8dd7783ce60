from ledgerimport.reader import Row, StatementError, read_statement

__all__ = ["Row", "StatementError", "read_statement"]
