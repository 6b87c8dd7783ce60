from api_scopes.gate import Forbidden, Gate
from api_scopes.scope import Scope, ScopeError

__all__ = ["Forbidden", "Gate", "Scope", "ScopeError"]
