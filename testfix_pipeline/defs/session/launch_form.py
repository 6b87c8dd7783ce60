"""The launch form: the project, then the settings in six groups. Converts between the form and flat launch models."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import dagster as dg
from pydantic import ValidationError

from testfix_pipeline.core.configuration.launch_groups import GROUPS, PROJECT, WORDS, flat_launch, places
from testfix_pipeline.core.errors import InvalidConfig, PipelineError
from testfix_pipeline.defs.runs.dagster_internals import DagsterUserCodeProcessError, SerializableErrorInfo

# Groups with the name of a flat key.
_BOTH = ("input", "agents")


def form_of(model: type[dg.Config]) -> dict[str, dg.Field]:
    """Return the form's fields for a launch model, `project` first."""
    fields: Mapping[str, dg.Field] = model.to_fields_dict()
    groups = {group: _group(group, fields) for group in GROUPS}
    return {PROJECT: fields[PROJECT], **{name: field for name, field in groups.items() if field is not None}}


def _group(group: str, fields: Mapping[str, dg.Field]) -> dg.Field | None:
    inner = {name: fields[flat] for name, flat in GROUPS[group].items() if flat in fields}
    if not inner:
        return None
    if group not in _BOTH:
        return dg.Field(dg.Shape(inner), description=WORDS[group])  # type: ignore[no-untyped-call]
    required = any(field.is_required for field in inner.values())
    defaults = {name: field.default_value for name, field in inner.items() if field.default_provided}
    described = "\n".join([WORDS[group], *(f"{name}: {field.description}" for name, field in inner.items())])
    if required:
        return dg.Field(Any, description=described)
    return dg.Field(Any, is_required=False, default_value=defaults, description=described)


def read_launch(given: Mapping[str, Any], model: type[dg.Config]) -> tuple[Any, str]:
    """Return the launch in a form, and the warning about flat keys. Raises InvalidConfig."""
    flat = flat_launch(given, model.model_fields)
    try:
        return model(**flat.values), flat.warning
    except ValidationError as invalid:
        error = invalid.errors(include_url=False, include_context=False)[0]
        name = str(error["loc"][0]) if error["loc"] else PROJECT
        place = places().get(name, name)
        raise InvalidConfig(f"{place}: {error['msg']}.", "Correct it and start again.") from None


@contextmanager
def show_refusals() -> Iterator[None]:
    """Show a refusal in Dagster's UI and API as the sentence and the next step, without a stack trace."""
    try:
        yield
    except PipelineError as error:
        shown = SerializableErrorInfo(str(error), stack=[], cls_name=type(error).__name__)
        raise DagsterUserCodeProcessError.from_error_info(shown) from error  # type: ignore[no-untyped-call]


Mapped = Callable[[Any], dict[str, Any]]


def mapping_of(form: type[dg.Config]) -> Callable[[Mapped], dg.ConfigMapping]:
    """Return a config mapping from a function that takes the launch model; its form also accepts flat keys."""

    def decorate(work: Mapped) -> dg.ConfigMapping:
        def mapped(given: Mapping[str, Any]) -> dict[str, Any]:
            with show_refusals():
                launch, warning = read_launch(given, form)
            found = work(launch)
            if warning:
                found["resources"]["settings"]["config"]["notice"] = warning
            return found

        shape = dg.Permissive(form_of(form))  # type: ignore[no-untyped-call]
        return dg.ConfigMapping(config_schema=shape, config_fn=mapped)

    return decorate
