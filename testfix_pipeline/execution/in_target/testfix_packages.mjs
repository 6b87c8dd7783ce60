// Reads {"members": {specifier: ["export.member", ...]}} from standard input and prints what each npm package gives to who imports it, by its name:
// {"names": of `import * as`, "required": of `require`, "kind": of what `require` gives, "inner": kind of its `default`,
// "entries": {specifier of another entry point: its names}, "lacking": the members that their exports don't have,
// "problem": why it can't be loaded}. It runs in the project.
// Under "" it prints the names of all members of JavaScript's own objects.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const MOST_ENTRIES = 20
const require = createRequire(join(process.cwd(), 'package.json'))

function keys(value) {
  const found = new Set()
  const isHolder = value !== null && ['object', 'function'].includes(typeof value)
  for (const name of isHolder ? Object.getOwnPropertyNames(value) : []) {
    if (typeof value !== 'function' || !['length', 'name', 'prototype', 'arguments', 'caller'].includes(name)) {
      found.add(name)
    }
  }
  return [...found].filter((name) => /^[A-Za-z_$][\w$]*$/.test(name))
}

async function imported(specifier) {
  try {
    return await import(specifier)
  } catch {
    return await import(pathToFileURL(require.resolve(specifier)).href) // as bundlers find what has no extension
  }
}

async function entries(name) {
  const found = {}
  let declared = {}
  try {
    declared = JSON.parse(readFileSync(join('node_modules', name, 'package.json'), 'utf8')).exports ?? {}
  } catch {
    return found
  }
  try {
    found[name] = keys(await imported(name))
  } catch {
    // it has other entry points alone
  }
  const paths = typeof declared === 'object' ? Object.keys(declared) : []
  for (const path of paths.filter((one) => /^\.\/[\w./-]+$/.test(one) && !one.endsWith('.json')).slice(0, MOST_ENTRIES)) {
    const specifier = `${name}/${path.slice(2)}`
    try {
      found[specifier] = keys(await imported(specifier))
    } catch {
      continue // of another condition, or for a browser
    }
  }
  return found
}

function lacking(value, members) {
  return members.filter((name) => {
    const [owner, member] = name.split('.')
    const held = value?.[owner] ?? undefined
    return held !== undefined && !(member in Object(held))
  })
}

async function described(specifier, members) {
  const found = { names: [], required: [], kind: '', inner: '', entries: {}, lacking: [], problem: '' }
  try {
    const value = require(specifier)
    found.lacking = lacking(value, members)
    Object.assign(found, { required: keys(value), kind: typeof value, inner: typeof (value ?? {}).default })
  } catch (error) {
    found.problem = String(error.message ?? error)
  }
  try {
    const value = await imported(specifier)
    found.names = keys(value)
    found.lacking = [...new Set([...found.lacking, ...lacking(value, members)])]
    found.problem = ''
  } catch (error) {
    found.problem ||= String(error.message ?? error)
  }
  found.entries = await entries(specifier.split('/').slice(0, specifier.startsWith('@') ? 2 : 1).join('/'))
  return found
}

function builtin() {
  const values = Object.getOwnPropertyNames(globalThis).map((name) => globalThis[name])
  const own = values.filter((one) => one !== null && ['object', 'function'].includes(typeof one) && one !== globalThis)
  const iterators = [[].values(), (function* () {})(), (async function* () {})(), 'a'.matchAll(/a/g)]
  const prototypes = [...own.map((one) => one.prototype ?? {}), ...iterators.map(Object.getPrototypeOf)]
  const more = ['index', 'input', 'groups', 'indices', 'done', 'value', 'status', 'reason', 'code', 'errno', 'syscall']
  return [...new Set([...[...own, ...prototypes].flatMap((one) => Object.getOwnPropertyNames(one)), ...more])]
}

const order = JSON.parse(readFileSync(0, 'utf8'))
const answer = { '': { names: builtin() } }
for (const [specifier, members] of Object.entries(order.members)) answer[specifier] = await described(specifier, members)
process.stdout.write(`\n${JSON.stringify(answer)}\n`, () => process.exit(0))
