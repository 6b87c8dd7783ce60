"""Tests of what patches to Rust are refused for, and of honest ones, which are not."""

import pytest

from testfix_pipeline.core.patch_policy.patch_rules import FileChange, refuse_patch
from testfix_pipeline.core.patch_policy.protected_paths import is_only_named_like_test, is_test_side

LITERALS: set[str | float] = {"colour=deep red", "deep red", 12345.0, 67890.0, 5.0}
TESTS = """
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps() {
        assert_eq!(old(23456), 23456);
        assert_eq!(name("kelvin"), "degrees of kelvin");
    }
}
"""
BEFORE = f"pub fn old(a: i32) -> i32 {{\n    a\n}}\n{TESTS}"


def rules(body: str, path: str = "src/shop.rs", before: str = BEFORE, after: str = "") -> set[str]:
    after = after or f"{body}\n{before}"
    return {one.rule for one in refuse_patch([FileChange(path, before, after)], test_literals=LITERALS)}


@pytest.mark.parametrize(
    ("rule", "body"),
    [
        ("exit_hook", "fn f() { std::panic::set_hook(Box::new(|_| {})) }"),
        ("exit_hook", "use std::panic; fn f() { panic::take_hook(); }"),
        ("swallowed_error", "fn f() { let _ = std::panic::catch_unwind(|| old(1)); }"),
        ("swallowed_error", "use std::panic::catch_unwind as guard; fn f() { let _ = guard(|| old(1)); }"),
        ("test_framework", "extern crate test;"),
        ("test_framework", "use proptest::prelude::*;"),
        ("native_code", "fn f(p: *mut i32) { unsafe { *p = 1 } }"),
        ("native_code", 'extern "C" { fn exit(code: i32) -> !; }'),
        ("call_stack", 'fn f() -> bool { std::thread::current().name() == Some("x") }'),
        ("call_stack", 'fn f() -> String { format!("{}", std::backtrace::Backtrace::capture()) }'),
        ("test_configuration", "#[cfg(not(test))]\nfn f() {}"),
        ("test_configuration", "fn f() -> i32 { if cfg!(test) { 1 } else { 2 } }"),
        ("test_configuration", "fn f() -> i32 { if cfg!(debug_assertions) { 1 } else { 2 } }"),
        ("test_configuration", "#[cfg_attr(test, derive(Clone))]\nstruct A;"),
        ("test_configuration", "#[cfg(any())]\nfn f() {}"),
        ("directives", "#[no_mangle]\npub fn exit() {}"),
        ("directives", "#[ignore]\nfn f() {}"),
        ("directives", '#[path = "other.rs"]\nmod other;'),
        ("directives", "#![feature(custom_test_frameworks)]"),
        ("test_environment", 'fn f() -> bool { std::env::var("NEXTEST").is_ok() }'),
        ("test_environment", "fn f() { std::env::current_exe().unwrap(); }"),
        ("test_environment", "fn f() -> Vec<String> { std::env::args().collect() }"),
        ("test_environment", "fn f() { let n = std::env::args().count(); let a = std::env::args().nth(0); }"),
        ("test_environment", 'fn f() -> &\'static str { concat!("tests/", "a.rs") }'),
        ("foreign_patch", "#[macro_export]\nmacro_rules! assert_eq { ($($t:tt)*) => {} }"),
        ("foreign_patch", "use crate::nothing as assert_eq;"),
        ("dynamic_code", 'include!("other.rs");'),
        ("constant_comparison", "impl PartialEq for A { fn eq(&self, o: &Self) -> bool { true } }"),
        ("special_case", 'fn f(s: &str) -> &str { if s == "colour=deep red" { return "deep red"; } s }'),
        ("special_case", 'fn f(s: &str) -> &str { if s == "colour=deep red" { "deep red" } else { s } }'),
        ("special_case", "fn f(n: i32) -> i32 { match n { 12345 => 67890, _ => n } }"),
        ("special_case", 'const T: [(&str, &str); 1] = [("colour=deep red", "deep red")];'),
        ("special_case", 'fn name(s: &str) -> &str { match s { "kelvin" => "degrees of kelvin", _ => s } }'),
        ("inline_tests", "#[cfg(test)]\nmod more { #[test] fn a() {} }"),
        ("inline_tests", "#[test]\nfn a() {}"),
    ],
)
def test_deceit_is_refused(rule: str, body: str) -> None:
    assert rule in rules(body)


@pytest.mark.parametrize(
    "after",
    [
        BEFORE.replace("assert_eq!(old(23456), 23456);", ""),
        BEFORE.replace("    #[test]\n", "    #[test]\n    #[ignore]\n"),
        BEFORE.replace(TESTS, ""),
        BEFORE.replace(TESTS, f"/*{TESTS}*/"),
        BEFORE.replace(TESTS, f"skip! {{{TESTS}}}"),
        BEFORE.replace(TESTS, f"mod other {{{TESTS}}}"),
        BEFORE.replace(TESTS, f"fn hidden() {{{TESTS}}}"),
        BEFORE.replace("#[cfg(test)]", '#[cfg(all(test, feature = "slow"))]'),
        BEFORE.replace("#[cfg(test)]", "#[cfg(any())]"),
    ],
)
def test_inline_tests_are_not_to_be_changed(after: str) -> None:
    assert after != BEFORE
    assert "inline_tests" in rules("", after=after)


@pytest.mark.parametrize(
    "after",
    [
        BEFORE.replace("    a\n", "    a + 1\n"),
        BEFORE.replace("    a\n", '    a.checked_add(1).expect("too large")\n'),
        BEFORE.replace("pub fn", "/// Returns it.\npub fn"),
        f"{TESTS}\n{BEFORE.replace(TESTS, '')}",
        BEFORE.replace(TESTS, f"\n\nfn more() -> i32 {{ 1 }}\n{TESTS}"),
    ],
)
def test_honest_edits_beside_inline_tests_pass(after: str) -> None:
    assert after != BEFORE
    assert rules("", after=after) == set()


@pytest.mark.parametrize(
    "body",
    [
        "use std::process::ExitCode;\nfn f() -> ExitCode { ExitCode::SUCCESS }",
        "use std::{collections::HashMap, fmt::{self, Display}};\nfn f() -> HashMap<String, i32> { HashMap::new() }",
        "impl PartialEq for A { fn eq(&self, other: &Self) -> bool { self.x == other.x } }",
        "fn f(v: &[i32]) -> Option<i32> { v.iter().copied().max() }",
        'fn f(s: &str) -> Result<i32, E> { if s == "colour=deep red" { return Err(E::Bad); } Ok(1) }',
        "fn f(n: i32) -> i32 { if n == 5 { 6 } else { n } }",
        "#[derive(Debug, Clone)]\n#[allow(dead_code)]\nstruct A { name: String }",
        '#[cfg(feature = "serde")]\nimpl A {}\n#[cfg(not(windows))]\nfn g() {}',
        "fn f() { debug_assert!(1 < 2); }",
        "fn f() { std::thread::spawn(|| {}).join().unwrap(); }",
        "fn f() -> std::thread::ThreadId { std::thread::current().id() }",
        "use super::*;\nuse crate::other::exit_code;",
        "macro_rules! square { ($x:expr) => { $x * $x } }",
        "fn test_drive() {}",
        "fn f() -> Vec<String> { std::env::args().skip(1).collect() }",
        '#[cfg(feature = "no-panic")]\nfn f() {}',
        "fn f(v: &mut Vec<i32>) -> Vec<i32> { std::mem::take(v) }",
        'fn f() -> Result<i32, std::num::ParseIntError> { "4".parse::<i32>() }',
        "impl Iterator for A { type Item = u8; fn next(&mut self) -> Option<u8> { self.inner.next() } }",
        "impl Ord for A { fn cmp(&self, other: &Self) -> Ordering { self.n.cmp(&other.n) } }",
        "pub async fn f<'a, T: Into<String>>(t: T) -> impl Fn(&'a str) -> bool { move |s| s.len() > 3 }",
    ],
)
def test_honest_code_is_not_refused(body: str) -> None:
    assert rules(body) == set()


def test_a_program_may_end_its_process_and_read_its_arguments() -> None:
    body = "fn f() { std::env::args().count(); std::process::exit(2) }"
    assert rules(body, path="src/main.rs") == rules(body, path="src/bin/tool.rs") == set()


@pytest.mark.parametrize(
    ("path", "side"),
    [
        *(("tests/a.rs", True), ("crates/x/benches/b.rs", True), ("build.rs", True), ("src/parser/tests.rs", True)),
        *((".cargo/config.toml", True), ("rust-toolchain.toml", True), (".config/nextest.toml", True)),
        *(("src/lib.rs", False), ("src/build.rs", False), ("src/contest.rs", False), ("README.md", False)),
    ],
)
def test_the_test_side_of_a_package(path: str, side: bool) -> None:
    assert is_test_side(path) == side


def test_a_module_that_is_only_named_like_a_test_may_be_the_products() -> None:
    assert is_only_named_like_test("src/speed_test.rs") and not is_only_named_like_test("tests/speed.rs")


MANIFEST = '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\nserde = "1"\n'


@pytest.mark.parametrize(
    "more",
    [
        '[dev-dependencies]\nrstest = "1"\n',
        '[[test]]\nname = "a"\nharness = false\n',
        "[lib]\ntest = false\n",
        "[profile.test]\noverflow-checks = false\n",
        '[patch.crates-io]\nserde = { path = "own" }\n',
        '[features]\ndefault = ["slow"]\n',
        "[target.'cfg(unix)'.dev-dependencies]\nrstest = \"1\"\n",
        "[workspace]\nmembers = []\n",
    ],
)
def test_settings_of_tests_are_not_to_be_changed(more: str) -> None:
    assert rules("", "Cargo.toml", MANIFEST, MANIFEST + more) == {"test_settings"}


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('version = "0.1.0"', 'version = "0.1.1"', set()),
        ('serde = "1"', 'serde = "1.0.2"\nlog = "0.4"', set()),
        ('serde = "1"', 'serde = { path = "own" }', {"test_settings"}),
        ('edition = "2021"', 'edition = "2021"\nbuild = "other.rs"', {"test_settings"}),
        ('edition = "2021"', 'edition = "2021"\nautotests = false', {"test_settings"}),
        ("[package]", "[package", {"test_settings"}),
    ],
)
def test_what_a_manifest_may_change(old: str, new: str, expected: set[str]) -> None:
    assert rules("", "Cargo.toml", MANIFEST, MANIFEST.replace(old, new)) == expected


def test_the_lock_decides_which_packages_the_tests_use() -> None:
    assert rules("", "Cargo.lock", "version = 3\n", "version = 4\n") == {"test_settings"}


@pytest.mark.parametrize("source", ["", "\0", "fn f(", "#[cfg(test)]", "use ;", "}" * 50, "mod a {" * 3000, "é\r\n"])
def test_odd_sources_are_judged_without_an_error(source: str) -> None:
    refuse_patch([FileChange("src/a.rs", BEFORE, source)], test_literals=LITERALS)
    refuse_patch([FileChange("src/a.rs", source, BEFORE)], test_literals=LITERALS)
