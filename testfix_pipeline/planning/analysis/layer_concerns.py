"""What tests of each type of project should look at, layer by layer."""

from __future__ import annotations

from testfix_pipeline.core.plan_records import Layer

Concerns = tuple[tuple[Layer, str], ...]

_COMMON: Concerns = (("L0", "every module compiles, imports and passes the project's own linter and type checker"),)
CONCERNS: dict[str, Concerns] = {
    "React": (
        ("L1", "what a component shows for its props: empty, loading, error and full"),
        ("L1", "hooks and reducers as functions, with every action"),
        ("L2", "a user's events (click, type, submit) through real components, found by role and text, not by state"),
        ("L2", "the server replaced at the network, with answers that are late, wrong and empty"),
        ("L3", "the main journeys in a browser, by keyboard too"),
    ),
    "Node API": (
        ("L1", "validation of bodies, parameters and headers: missing, wrong type, too long"),
        ("L1", "promises that are rejected, and errors thrown in middleware"),
        ("L2", "each route: status code, body, and the error's form; authorisation refused and granted"),
        ("L2", "the database and other services: slow, gone, answering with errors"),
        ("L3", "the server started on a free port, asked, and shut down with requests open"),
    ),
    "CLI": (
        ("L1", "arguments: missing, unknown, repeated, contradicting; defaults and environment variables"),
        ("L1", "errors as one clear sentence on standard error, never a traceback"),
        ("L2", "exit codes, and what goes to standard output and what to standard error"),
        ("L2", "files and pipes: empty, missing, unreadable, not UTF-8; standard input closed"),
        ("L3", "each command as a user types it, from its arguments to its output"),
    ),
    "library": (
        ("L1", "each public name: what it promises, its errors, and its edges"),
        ("L1", "examples of the documentation, run as written"),
        ("L1", "laws that hold for all inputs: round trips, invariants, order"),
        ("L2", "public names used together, as the documentation shows them"),
        ("L2", "optional dependencies absent; supported versions of the language"),
    ),
    "web app": (
        ("L1", "forms and models: required, too long, wrong type, duplicates"),
        ("L2", "each route: status, template, redirect; signed in, signed out, not allowed"),
        ("L2", "what a request changes in the database, and that a failed one changes nothing"),
        ("L2", "user input in pages is escaped; state changes need a token"),
        ("L3", "sign up, sign in, the main action, sign out"),
    ),
    "service": (
        ("L1", "handlers: bad requests, missing fields, limits"),
        ("L2", "each endpoint's contract: status, schema, errors; the same request twice"),
        ("L2", "others it calls: timeouts, retries, partial failure, malformed answers"),
        ("L2", "start, readiness and shutdown with work in progress; configuration missing or wrong"),
        ("L3", "a request's way through real parts, with its effects"),
    ),
    "data pipeline": (
        ("L1", "each transformation: empty input, one row, nulls, duplicates, wrong types, time zones"),
        ("L1", "row counts and sums kept where they should be"),
        ("L2", "schemas at the borders: a column missing, added, renamed"),
        ("L2", "running twice gives the same; stopping half way and going on loses and doubles nothing"),
        ("L3", "a small sample from source to result, compared as a whole"),
    ),
    "monorepo": (
        ("L1", "each package by its own type, below"),
        ("L2", "contracts between packages: what one exports and another uses, the real one"),
        ("L2", "shared configuration and versions that must agree"),
        ("L3", "journeys that cross packages"),
    ),
}


def concerns(project_type: str) -> Concerns:
    """The concerns of a project type, L0 first; those of a library for an unknown type."""
    known = {name.lower(): each for name, each in CONCERNS.items()}
    return (*_COMMON, *known.get(project_type.lower(), CONCERNS["library"]))
