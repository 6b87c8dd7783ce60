from query_lexer.lexer import QueryError, Token, tokenize
from query_lexer.query import compile_query, select

__all__ = ["QueryError", "Token", "compile_query", "select", "tokenize"]
