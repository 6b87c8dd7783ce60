from shelving.callnumber import CallNumber, CallNumberError
from shelving.shelf import Shelf

__all__ = ["CallNumber", "CallNumberError", "Shelf"]
