/**
 * Runs test files with mocha, the longest first: begun last, one of them would run alone for a minute while the other
 * processes have nothing to do. Tests mostly wait, so five processes keep two cores busy.
 *
 *     node .ci/test.mjs          # the tests of the product
 *     node .ci/test.mjs apps     # whole runs on applications with mistakes, and on the same ones without
 *     node .ci/test.mjs docs     # what documentation and examples show, and the package as its users install it
 *     node .ci/test.mjs pages    # the reference page in Chromium and in Firefox
 *     node .ci/test.mjs all
 *
 * Further arguments are for mocha.
 */

import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const FOLDERS = ['bin', 'server', 'harness', 'fixtures', 'bench', 'faults']
/** Those that take ten seconds or more, by the ends of their paths, the longest first. */
const LONG = [
  'pages',
  'pages-others',
  'examples',
  'owners',
  'broken-apps',
  'page-code.e2e',
  'trials',
  'mounted',
  'page.e2e',
  'conduit-mistakes',
  'page-kinds.e2e',
  'page-live.e2e',
  'build',
  'page-setup.e2e',
  'html.e2e',
  'packed',
  'example.e2e',
  'black-box',
  'no-secrets',
  'runners',
  'build-start',
  'production/refusals',
  'correct-applications',
  'init',
  'auth-scenarios',
  'page-dev.e2e',
  'page-oauth.e2e',
]

/** They compile, install and start what users would, which takes as long as a third of all others. */
const DOCS = /^fixtures[\\/](?:documentation[\\/]|examples\.|packed\.|runners[\\/])/

/** The harness and the messages of svc on applications that were written wrong, each a run of its own. */
const APPS = /^fixtures[\\/](?:(?:black-box|broken-\w+|mistakes|owners|strangers)[\\/]|conduit-mistakes\.)/

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const [group, ...others] = process.argv.slice(2)
const isGroup = ['apps', 'docs', 'pages', 'all'].includes(group)
const files = FOLDERS.flatMap(listTests)
const isNamed = (file, name) => `/${file.replaceAll('\\', '/')}`.endsWith(`/${name}.test.ts`)
const isLong = (file) => LONG.some((name) => isNamed(file, name))
const isChosen = (file) => group === 'all' || groupOf(file) === (isGroup ? group : undefined)
const ordered = [...LONG.map(findTest), ...files.filter((file) => !isLong(file))].filter(isChosen)
const mocha = join(dirname(createRequire(import.meta.url).resolve('mocha/package.json')), 'bin', 'mocha.js')
const options = [
  '--parallel',
  '--jobs',
  '5',
  '--forbid-only',
  '--fail-zero',
  ...(isGroup ? others : process.argv.slice(2)),
]
const { status, signal } = spawnSync(process.execPath, [mocha, ...options, ...ordered], { stdio: 'inherit' })
if (signal) process.kill(process.pid, signal)
process.exitCode = status ?? 1

function groupOf(file) {
  if (DOCS.test(file)) return 'docs'
  if (APPS.test(file)) return 'apps'
  return readFileSync(file, 'utf8').includes('describeInBrowsers(') ? 'pages' : undefined
}

function findTest(name) {
  const found = files.filter((file) => isNamed(file, name))
  if (found.length !== 1) throw new Error(`.ci/test.mjs names ${name}.test.ts, of which there are ${found.length}`)
  return found[0]
}

function listTests(folder) {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((file) => !/[\\/](?:node_modules|dist|testdata)[\\/]/.test(file))
    .toSorted()
}
