"""The names that the JavaScript rules are about: globals of the language, of Node and of test frameworks."""

from __future__ import annotations

import re

FRAMEWORK_GLOBALS = frozenset(
    {
        *("test", "it", "describe", "suite", "context", "specify", "expect", "assert", "should", "jest", "vi"),
        *("vitest", "mocha", "chai", "sinon", "jasmine", "before", "after", "beforeEach", "afterEach", "beforeAll"),
        *("afterAll", "xit", "xtest", "xdescribe", "fit", "fdescribe", "expectTypeOf", "assertType"),
    }
)
FRAMEWORK_MODULES = re.compile(
    r"(node:test|test|vitest|vite-node|jest|mocha|chai|ava|tap|tape|jasmine|expect|sinon|uvu|should|power-assert"
    r"|jest-\w[\w-]*|chai-[\w-]+|playwright|cypress|testfix[\w-]*|@(jest|vitest|testing-library|sinonjs|playwright)/.*)"
    r"(/.*)?"
)
BUILTINS = frozenset(
    {
        *("Object", "Function", "Array", "String", "Number", "Boolean", "Symbol", "BigInt", "Math", "JSON", "Date"),
        *("RegExp", "Promise", "Proxy", "Reflect", "Map", "Set", "WeakMap", "WeakSet", "WeakRef", "Error", "TypeError"),
        *("RangeError", "SyntaxError", "ReferenceError", "EvalError", "URIError", "AggregateError", "ArrayBuffer"),
        *("SharedArrayBuffer", "DataView", "Atomics", "Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array"),
        *("Uint16Array", "Int32Array", "Uint32Array", "Float32Array", "Float64Array", "BigInt64Array", "Iterator"),
        *("BigUint64Array", "Intl", "WebAssembly", "FinalizationRegistry", "isNaN", "isFinite", "parseInt"),
        *("parseFloat", "eval", "encodeURIComponent", "decodeURIComponent", "structuredClone", "queueMicrotask"),
        *("setTimeout", "clearTimeout", "setInterval", "clearInterval", "setImmediate", "clearImmediate", "console"),
        *("process", "Buffer", "URL", "URLSearchParams", "TextEncoder", "TextDecoder", "AbortController", "Event"),
        *("EventTarget", "performance", "fetch", "crypto", "require", "module", "global", "globalThis", "undefined"),
        *("AbortSignal", "MessageChannel", "MessagePort", "Headers", "Request", "Response", "?"),
    }
)
OWN_SETTINGS = frozenset(
    {("module", "exports"), ("process", "env"), ("process", "exitCode"), ("process", "title"), ("require", "main")}
)
"""What a module may write to although it is global."""

FRAMEWORK_USES = rf"import {FRAMEWORK_MODULES.pattern}|{'|'.join(FRAMEWORK_GLOBALS)}|import\.meta\.vitest(\..*)?"
RUNNER_HOOKS = (
    r"process\.(emit|removeAllListeners|listeners|rawListeners|(set|has)UncaughtExceptionCaptureCallback|send|channel"
    r"|disconnect|connected|domain|report)(\..*)?"
)
NATIVE = (
    r"import (vm|v8|inspector|repl|worker_threads|cluster|wasi|trace_events)(/.*)?"
    r"|process\.(dlopen|binding|\*|_(?!(eval|argv)$)[^.]*)"
)
CALL_STACK = (
    r"Error\.(prepareStackTrace|stackTraceLimit)|module:util\.getCallSites|(.*\.)?(new\.caller|(new|arguments)\.callee)"
    r"|(.*\.)?arguments\.caller"
)
MODULE_TABLE = (
    r"require\.(cache|extensions|\*)|module\.(children|parent|constructor|_compile|\*|paths)|globalThis\.\*"
    r"|process\.(getBuiltinModule|mainModule)"
)
LOADER = r"module:module\.(?!(createRequire|isBuiltin|builtinModules)$)[^.]*"
"""What changes how modules are loaded: all of Node's `module` but these."""
SURROUNDINGS = (
    rf"({'|'.join(map(re.escape, sorted(BUILTINS)))})(\.[^.]*)?\.(clock|mock|isFake|_isMockFunction|getMockName"
    r"|mockRestore|restore|calls|callCount)"  # which only stand-ins of built-in functions have
    r"|process\.(execArgv|argv0|mainModule|ppid|config|_eval|_argv)(\..*)?|(process|import\.meta)\.env\."
    r"((JEST|VITEST|NODE_TEST|MOCHA|TAP|AVA|CYPRESS|PLAYWRIGHT|TESTFIX|TINYPOOL|NYC|STRYKER|VITE_NODE)([_A-Z].*)?|npm_.*"
    r"|CI|TEST|NODE_OPTIONS|NODE_V8_COVERAGE|NODE_CHANNEL_FD|INIT_CWD|_)(\..*)?"
)
LOCATIONS = (
    r"__filename|__dirname|import\.meta\.(url|filename|env(\..*)?)|module(\..*)?|process\.(env|argv|title|cwd)(\..*)?"
)
"""What gives the location of the code or the process."""

COMPARISONS = re.compile(r"equals?|isEqual(To)?|eq|same|isSame|equalTo|compareTo|matches|Symbol\.hasInstance")
CONVERSIONS = frozenset({"toString", "valueOf", "toJSON", "Symbol.toPrimitive", "inspect"})
TEST_WORDS = re.compile(
    r"\b(JEST_WORKER_ID|VITEST\w*|NODE_TEST_CONTEXT|MOCHA_\w+)\b|__(vitest|jest|mocha|testfix)|\$\$jest"
    r"|jest-(matchers|symbol)"
    r"|testfix|\.(test|spec)\.[cm]?[jt]sx?\b|__(tests|snapshots|mocks)__|uncaughtException|unhandledRejection"
    r"|\((test\|spec|spec\|test)\)|\[native code"
    r"|^/(proc/(self|thread-self|\d+)|dev/fd)\b|\b(jsdom|happy-dom|node:test)\b|asymmetricMatch(?!es)"
)
SHORT_TEST_WORDS = re.compile(r"\b(jest|vitest|mocha|describe\.|tinypool|vite-node)\b", re.I)
LONGEST_WORD = 40
TEST_FOLDER = re.compile(r"(\./|\.\./)*(tests?|spec|__tests__|__snapshots__|node_modules)(/.*)?")
TEST_PART = re.compile(r"(?<![a-z])(tests?|specs?|jest|vitest|mocha|tap|ava)(?![a-z])", re.I)
ASSERTION_NAMES = re.compile(r"\b(AssertionError|JestAssertionError|ERR_ASSERTION|ERR_TEST_FAILURE|matcherResult)\b")
