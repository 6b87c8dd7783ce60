from searchq.match import matches
from searchq.tokens import Term, tokenise

__all__ = ["Term", "matches", "tokenise"]
