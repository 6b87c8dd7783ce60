from forms.validate import SchemaError, validate

__all__ = ["SchemaError", "validate"]
