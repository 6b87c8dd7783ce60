"""The base class of everything that a session's files hold: strict for writers, forward compatible for readers.

A field that is not declared can't be written. A field that is not declared and stands in a file that another version
wrote is kept, and written back as it was.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar, Self, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    SerializerFunctionWrapHandler,
    ValidationError,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    model_serializer,
)
from pydantic_core import PydanticUseDefault

T = TypeVar("T")
_WRITING = object()  # the context of a validation of what this program itself writes


class UndeclaredField(TypeError):
    """A field was written that the record's class does not declare."""


class Record(BaseModel):
    """A piece of a session's files.

    Creating a record, assigning to it and copying it with changes raise UndeclaredField for a name that the class does
    not declare, and pydantic's ValidationError for a value of another type. Reading one (`model_validate`) keeps what
    it does not know, so that a newer writer loses nothing here.
    """

    model_config = ConfigDict(extra="allow", populate_by_name=True, defer_build=True)

    def __init__(self, /, **fields: Any) -> None:
        self._require_declared(fields)
        self.__pydantic_validator__.validate_python(fields, self_instance=self, context=_WRITING)

    # Tells pydantic that reading need not go through this constructor: what is read may have undeclared fields.
    __init__.__pydantic_base_init__ = True  # type: ignore[attr-defined]

    def __setattr__(self, name: str, value: Any) -> None:
        self._require_declared([name])
        self.__pydantic_validator__.validate_assignment(self, name, value, context=_WRITING)

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """A copy with the fields of `update` in place of its own, checked as those of a new record."""
        self._require_declared(update or ())
        copied = super().model_copy(deep=deep)
        for name, value in (update or {}).items():
            self.__pydantic_validator__.validate_assignment(copied, name, value, context=_WRITING)
        return copied

    @classmethod
    def _require_declared(cls, names: Iterable[str]) -> None:
        undeclared = [name for name in names if name not in cls.model_fields]
        if undeclared:
            raise UndeclaredField(f"{cls.__name__} declares no field {', '.join(sorted(undeclared))}.")

    def as_json(self, indent: int | None = None) -> str:
        """The record as JSON; lone surrogates, as in file names, are escaped."""
        data = self.model_dump(mode="json", by_alias=True)
        return json.dumps(data, indent=indent, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()


def _or_default(value: Any, read: ValidatorFunctionWrapHandler, info: ValidationInfo) -> Any:
    """What a file holds under a known name; the default where it is of another type. Writers have to be right."""
    try:
        return read(value)
    except ValidationError:
        if info.context is _WRITING:
            raise
        raise PydanticUseDefault from None


class _WrittenOnceSet:
    """Marks the fields of type `Later`."""


Later = Annotated[T, WrapValidator(_or_default), _WrittenOnceSet()]
"""The type of a field that a `GrowingRecord` gets in the course of a session."""


class GrowingRecord(Record):
    """A record that gets some of its fields later: those of type `Later[...]`.

    They are left out of the file until they have been set. A value that can't be read as the field's type counts as
    not set: files of other tools may use the same name for something else.
    """

    _later: ClassVar[frozenset[str]] = frozenset()

    @classmethod
    def __pydantic_init_subclass__(cls, **_arguments: Any) -> None:
        marked = (name for name, field in cls.model_fields.items() if _is_marked(field.metadata))
        cls._later = frozenset(marked)

    @model_serializer(mode="wrap")
    def _without_unset(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        unset = self._later - self.model_fields_set
        written: dict[str, Any] = write(self)
        return {name: value for name, value in written.items() if name not in unset}


def _is_marked(metadata: Iterable[object]) -> bool:
    return any(isinstance(each, _WrittenOnceSet) for each in metadata)
