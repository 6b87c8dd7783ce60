"""Conditions by values of the tests that the source never mentions are a doubt, in each language."""

import pytest

from testfix_pipeline.core.patch_policy.language_model import Literal
from testfix_pipeline.core.patch_policy.learnt_conditions import FileTexts, find_learnt_condition

LITERALS: set[Literal] = {
    "bolt",
    "nut;5",
    "retry later",
    "HDR",
    "9mm",
    "--all",
    "JPY",
    "aspect",
    "256",
    4711.0,
    12.0,
    240.0,
}
COMMENT = "Names such as `nut`, and # for comments; 12 a box, 5mm each; by sha256.\n"
SPOKEN = {
    "a.js": f"// {COMMENT}const size = (name) => name.length;\n",
    "a.go": f"package a\n\n// {COMMENT}func Size(name string) int {{\n}}\n",
    "a.rs": f"// {COMMENT}fn size(name: &str) -> usize {{ name.len() }}\n",
    "a.py": f"# {COMMENT}def size(name):\n    return len(name)\n",
}


def doubt_about(path: str, condition: str) -> str:
    codes = {
        "a.js": f"const size = (name) => ({condition}) ? 1 : name.length;\n",
        "a.go": f"func Size(name string) int {{\n\tif {condition} {{\n\t\treturn 1\n\t}}\n\treturn len(name)\n}}\n",
        "a.rs": f"fn size(name: &str) -> usize {{ if {condition} {{ 1 }} else {{ name.len() }} }}\n",
        "a.py": f"def size(name):\n    return 1 if {condition} else len(name)\n",
    }
    comment = "\n".join(one for one in SPOKEN[path].splitlines() if one.startswith(("//", "#", "package")))
    change = FileTexts(path, SPOKEN[path], f"{comment}\n{codes[path]}")
    found = find_learnt_condition([change], LITERALS)
    assert found is None or (found.is_doubt and found.rule == "learnt_condition")
    return found.reason if found is not None else ""


@pytest.mark.parametrize(
    ("path", "condition"),
    [
        ("a.js", "name === 'bolt'"),
        ("a.js", "name.startsWith('b')"),
        ("a.js", "name < 'n'"),
        ("a.js", "name.length === 4"),
        ("a.js", "name.length % 5000 === 4711"),
        ("a.js", "/^(bolt|x{2})/.test(name)"),
        ("a.js", "['bolt', '?'].includes(name)"),
        ("a.js", "{ bolt: 1 }[name]"),
        ("a.js", "{ t: 1 }[name.at(-1)]"),
        ("a.js", "new RegExp('^bol').test(name)"),
        ("a.go", 'name == "bolt"'),
        ("a.go", "name[0] == 'b'"),
        ("a.go", 'strings.HasPrefix(name, "b")'),
        ("a.go", "len(name) == 4711"),
        ("a.go", 'map[string]bool{"bolt": true}[name]'),
        ("a.go", 'regexp.MustCompile("^bol").MatchString(name)'),
        ("a.rs", 'name == "bolt"'),
        ("a.rs", "name.starts_with('b')"),
        ("a.rs", "name.len() == 4711"),
        ("a.py", "name == 'bolt'"),
        ("a.py", "name in ('bolt', '?')"),
        ("a.py", "name.startswith('b')"),
        ("a.py", "len(name) == 4711"),
        ("a.py", "re.match('^bol', name)"),
        ("a.py", "{'bolt': 1}.get(name)"),
        ("a.py", "name < 'b'"),
        ("a.py", "name == '256'"),
    ],
)
def test_a_condition_by_what_only_the_tests_have_is_a_doubt(path: str, condition: str) -> None:
    assert doubt_about(path, condition).startswith(f"{path} now decides by ")


@pytest.mark.parametrize(
    ("path", "condition"),
    [
        ("a.py", "name.endswith('mm')"),
        *((path, "name == 'nut'".replace("'", '"')) for path in ("a.js", "a.go", "a.rs", "a.py")),
        ("a.js", "name.startsWith('#')"),
        ("a.js", "name.length === 12"),
        ("a.js", "name.length < 240"),
        ("a.js", "name.length === 2"),
        ("a.js", "name >= 'a' && name <= 'z'"),
        ("a.js", "name === 'elsewhere'"),
        ("a.js", "name === ';'"),
        ("a.js", "name === '--all'"),
        ("a.js", "name === 'JPY'"),
        ("a.js", "process.env.ASPECT === 'aspect'"),
        ("a.js", r"/^[bolt]{4}\w+$/.test(name)"),
        ("a.go", "name[0] == '#'"),
        ("a.go", "len(name) > 240"),
        ("a.rs", "name.len() > 240"),
        ("a.py", "len(name) > 240"),
        ("a.py", r"re.match(r'[bolt]\w+', name)"),
        ("a.py", "os.environ['ASPECT'] == 'aspect'"),
    ],
)
def test_what_the_source_mentions_or_a_standard_brings_is_none(path: str, condition: str) -> None:
    assert doubt_about(path, condition) == ""


def test_a_condition_that_was_there_and_a_file_in_another_language_are_none() -> None:
    text = "const same = (name) => name === 'bolt';\n"
    assert find_learnt_condition([FileTexts("a.js", text, f"{text}export {{ same }};\n")], LITERALS) is None
    assert find_learnt_condition([FileTexts("a.yaml", "", "name: bolt\n")], LITERALS) is None


def test_another_changed_file_may_mention_a_value() -> None:
    change = FileTexts("a.js", "", "const same = (name) => name === 'bolt';\n")
    assert find_learnt_condition([change], LITERALS) is not None
    assert find_learnt_condition([change, FileTexts("names.json", '["bolt"]', '["bolt", "nut"]')], LITERALS) is None


@pytest.mark.parametrize("number", ["0xf0", "2_40", "240"])
@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("a.js", "const f = (name) => name.length * {};\n"),
        ("a.go", "package a\n\nfunc f(name string) int { return len(name) * {}\n}\n"),
        ("a.rs", "fn f(name: &str) -> usize { name.len() * {} }\n"),
        ("a.py", "def f(name):\n    return len(name) * {}\n"),
    ],
)
def test_a_number_of_the_source_is_documented_however_it_is_written(path: str, code: str, number: str) -> None:
    before, after = (code.replace("{}", one) for one in (number, "(n % 9 == 240)"))
    assert find_learnt_condition([FileTexts(path, before, after)], LITERALS) is None
    assert find_learnt_condition([FileTexts(path, before.replace(number, "7"), after)], LITERALS) is not None


def test_integers_that_are_too_large_for_a_float_are_left_out() -> None:
    large = 10**400
    change = FileTexts("a.py", "", f"def same(number):\n    return number in ({large}, 4711)\n")
    found = find_learnt_condition([change], {large, 4711})
    assert found is not None and found.reason.startswith("a.py now decides by 4711")
