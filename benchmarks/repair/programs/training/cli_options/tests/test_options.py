import pytest

from options import Parser, UsageError


@pytest.fixture
def parser():
    parser = Parser("copy")
    parser.add("verbose", "v", flag=True)
    parser.add("jobs", "j", convert=int, default=1, help="how many at a time")
    parser.add("exclude", "x", many=True)
    parser.add("dry-run", flag=True)
    return parser


def test_defaults(parser):
    assert parser.parse([]) == ({"verbose": False, "jobs": 1, "exclude": [], "dry_run": False}, [])


def test_long(parser):
    values, rest = parser.parse(["--jobs=4", "a", "--dry-run", "--exclude", "b", "c"])
    assert (values["jobs"], values["dry_run"], values["exclude"], rest) == (4, True, ["b"], ["a", "c"])


def test_short(parser):
    values, rest = parser.parse(["-vj3", "-x", "tmp"])
    assert (values["verbose"], values["jobs"], values["exclude"], rest) == (True, 3, ["tmp"], [])


def test_negated_and_shortened(parser):
    assert parser.parse(["-v", "--no-verbose"])[0]["verbose"] is False
    assert parser.parse(["--verb"])[0]["verbose"] is True


def test_end_of_options(parser):
    assert parser.parse(["--", "-v", "--jobs"])[1] == ["-v", "--jobs"]


def test_parsing_twice(parser):
    first, _ = parser.parse(["-x", "a", "-x", "b"])
    second, _ = parser.parse(["-x", "c"])
    assert first["exclude"] == ["a", "b"]
    assert second["exclude"] == ["c"]


def test_default_list_is_kept():
    parser = Parser("p").add("path", "p", many=True, default=["/usr"])
    assert parser.parse(["-p", "/opt"])[0]["path"] == ["/usr", "/opt"]
    values, _ = parser.parse([])
    assert values["path"] == ["/usr"]
    values["path"].append("/tmp")
    assert parser.parse([])[0]["path"] == ["/usr"]


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["--nope"], "unknown option --nope"),
        (["-q"], "unknown option -q"),
        (["--jobs"], "--jobs needs a value"),
        (["--jobs=many"], "bad value for --jobs: 'many'"),
        (["--verbose=1"], "takes no value"),
    ],
)
def test_errors(parser, arguments, message):
    with pytest.raises(UsageError, match=message):
        parser.parse(arguments)


def test_usage(parser):
    assert parser.usage().splitlines()[2] == "  -j, --jobs           how many at a time"


def test_names_once(parser):
    with pytest.raises(ValueError):
        parser.add("jobs")
