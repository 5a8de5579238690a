/**
 * Compares reference pages on one application, in a real browser: Swagger UI, Redoc, RapiDoc, Scalar as it comes, and ours.
 *
 *     npm ci --prefix bench/reference-page/peers
 *     node --conditions=source --import tsx bench/reference-page.ts [--write]
 *
 * Counted are clicks and pressed keys from the loaded page to the first 200 that carried the credential; the typed
 * characters themselves are not. `--write` puts the table into docs/reference-page.md.
 */

import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, isAbsolute, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { buildAssets } from '../server/openapi/assets/build.ts'
import { launchBrowser } from '../server/openapi/testdata/browser.ts'
import { type Demo, type Received, startDemo } from '../server/openapi/testdata/demo.ts'
import { type Client, Hands, KINDS, type Kind, type Tool } from './reference-page/hands.ts'
import { isInstalled, rapidoc, redoc } from './reference-page/peers.ts'
import { ours, scalar, swagger } from './reference-page/tools.ts'

const compress = promisify(brotliCompress)
const require = createRequire(import.meta.url)
const ALL: readonly Tool[] = [swagger, redoc, rapidoc, scalar, ours]
const TOOLS = ALL.filter(isInstalled)
const DOCS = new URL('../docs/reference-page.md', import.meta.url)

/** One line alone: `--only=basic`. */
const ONLY = process.argv.find((argument) => argument.startsWith('--only='))?.slice(7)

/** Of a page that has nothing that sends a request. */
const CANNOT = 'cannot send'

interface Measured {
  readonly bytes: number
  /** Everything from a cold profile to the first 200 of a bearer token: page, document, client, and the call. */
  readonly first: { readonly bytes: number; readonly requests: number } | undefined
  readonly foreign: number
  readonly clicks: Readonly<Record<string, string>>
  readonly leak: string
}

/** A fresh profile with a tool's page, beside the application: files of the tool come from this machine. */
async function open(
  browser: Browser,
  demo: Demo,
  tool: Tool,
): Promise<{ page: Page; bytes: Promise<number>[]; foreign: string[] }> {
  // Swagger UI marks its cookies as secure, which a browser takes from no other plain host than this.
  const origin = demo.url.replace('127.0.0.1', 'localhost')
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
  page.setDefaultTimeout(15_000)
  page.setDefaultNavigationTimeout(60_000)
  const bytes: Promise<number>[] = []
  const foreign: string[] = []
  await page.route('**/*', async (route) => {
    const url = new URL(route.request().url())
    if (url.origin !== origin) {
      foreign.push(url.href)
      return route.abort()
    }
    const file = tool.files[url.pathname]
    if (file === undefined) return route.continue()
    const body = file.startsWith('<') ? Buffer.from(file) : readFileSync(resolve(file))
    bytes.push(sizeOf(body))
    const type = file.startsWith('<') ? 'text/html' : file.endsWith('.css') ? 'text/css' : 'text/javascript'
    return route.fulfill({ body, contentType: `${type}; charset=utf-8` })
  })
  page.on('response', (response) => {
    const { pathname, origin: from } = new URL(response.url())
    // Files of a tool were counted as they were given out, and a stream of events has no end.
    if (from !== origin || tool.files[pathname] !== undefined) return
    bytes.push(pathname.endsWith('/events') ? Promise.resolve(0) : response.body().then(sizeOf, () => 0))
  })
  await page.goto(origin + tool.path)
  await tool.ready(page)
  return { page, bytes, foreign }
}

const sizes = new Map<string, Promise<number>>()

/** On the wire; compressing takes seconds, so each body is compressed once. */
function sizeOf(body: Buffer): Promise<number> {
  const key = createHash('sha256').update(body).digest('base64')
  const size = sizes.get(key) ?? compress(body).then(({ length }) => length)
  sizes.set(key, size)
  return size
}

/** Files are named from their package: `swagger-ui-dist/swagger-ui.css`. */
function resolve(file: string): string {
  if (isAbsolute(file)) return file
  if (!file.startsWith('@scalar')) return require.resolve(file)
  return join(dirname(require.resolve('@scalar/api-reference')), file.replace('@scalar/api-reference/', ''))
}

async function measure(browser: Browser, tool: Tool): Promise<Measured> {
  const clicks: Record<string, string> = {}
  let first: Measured['first']
  const { client } = tool
  for (const kind of KINDS.filter(({ name }) => ONLY === undefined || name === ONLY)) {
    if (!client) {
      clicks[kind.name] = CANNOT
      continue
    }
    const counted = await countClicks(browser, tool, client, kind)
    clicks[kind.name] = counted.clicks
    if (kind.name === 'bearer') first = counted
  }
  const demo = await startDemo()
  const { page, bytes, foreign } = await open(browser, demo, tool)
  try {
    await page.waitForLoadState('networkidle')
    const size = (await Promise.all(bytes)).reduce((sum, length) => sum + length, 0)
    const leak = client ? await findLeak(page, demo, client) : CANNOT
    return { bytes: size, first, foreign: foreign.length, clicks, leak }
  } finally {
    await page.context().close()
    await demo.close()
  }
}

async function countClicks(
  browser: Browser,
  tool: Tool,
  client: Client,
  kind: Kind,
): Promise<{ readonly clicks: string; readonly bytes: number; readonly requests: number }> {
  const demo = await startDemo()
  const { page, bytes, foreign } = await open(browser, demo, tool)
  const hands = new Hands(page)
  const count = async (clicks: string): Promise<Awaited<ReturnType<typeof countClicks>>> => {
    const sizes = await Promise.all(bytes)
    const requests = sizes.length + foreign.length
    return { clicks, bytes: sizes.reduce((sum, length) => sum + length, 0), requests }
  }
  try {
    const passed = page.waitForResponse(
      (response) => response.status() === 200 && response.url().includes(`/api${kind.path}`),
    )
    passed.catch(() => undefined)
    await client.call(hands, kind)
    await passed
    const received = demo.received.findLast(({ target }) => target.startsWith(`/api${kind.path}`))
    return await count(received && kind.arrives(received) ? String(hands.count) : 'never')
  } catch (error) {
    if (process.argv.includes('--debug')) await page.screenshot({ path: `/tmp/bench-${tool.name}-${kind.name}.png` })
    if (process.argv.includes('--debug')) console.error(`${tool.name}, ${kind.name}: ${String(error).slice(0, 300)}`)
    return await count('never')
  } finally {
    await page.context().close()
    await demo.close()
  }
}

/** Request of a public operation after a key was given, where the tool wants it, and a user logged in. */
async function findLeak(page: Page, demo: Demo, client: Client): Promise<string> {
  const hands = new Hands(page)
  await client.fillEverything(hands)
  const answered = page.waitForResponse(/\/api\/public/)
  await client.callAgain(hands, { path: '/public', summary: 'Public' })
  await answered
  const received = demo.received.findLast(({ target }) => target.startsWith('/api/public'))
  return received ? describe(received) : 'not measured'
}

function describe({ target, authorization, key, cookie }: Received): string {
  const parts = [
    target.includes('?') ? 'the query key' : '',
    authorization === undefined ? '' : `\`Authorization: ${authorization.split(' ')[0]} …\``,
    key === undefined ? '' : 'the header key',
    cookie === undefined
      ? ''
      : `the cookies ${cookie
          .split('; ')
          .map((part) => `\`${part.split('=')[0]}\``)
          .join(', ')}`,
  ].filter(Boolean)
  return parts.length === 0 ? 'nothing' : parts.join(', ')
}

function format(results: readonly Measured[]): string {
  const row = (name: string, of: (measured: Measured) => string): string =>
    `| ${[name, ...results.map(of)].join(' | ')} |`
  return [
    `| | ${TOOLS.map(({ name }) => name).join(' | ')} |`,
    `|---|${TOOLS.map(() => '---').join('|')}|`,
    ...KINDS.map(({ name }) => row(name, ({ clicks }) => clicks[name] ?? '')),
    row('KB of the page and its document, brotli', ({ bytes }) => (bytes / 1000).toFixed(0)),
    row('KB to the first 200 of a bearer token, all that is loaded', ({ first }) =>
      first ? (first.bytes / 1000).toFixed(0) : CANNOT,
    ),
    row('requests to that 200, from a cold browser', ({ first }) => String(first?.requests ?? CANNOT)),
    row('requests to other servers', ({ foreign }) => String(foreign)),
    row('sent to a public operation once all is filled', ({ leak }) => leak),
  ].join('\n')
}

for (const tool of ALL.filter((candidate) => !isInstalled(candidate)))
  console.error(`NOT MEASURED: ${tool.name} is not installed (npm ci --prefix bench/reference-page/peers)`)
if (TOOLS.length < ALL.length && process.argv.includes('--write')) throw new Error('--write needs every page')
await buildAssets()
const browser = await launchBrowser()
if (!browser) throw new Error('no browser: set SVC_BROWSER to one')
try {
  const results: Measured[] = []
  for (const tool of TOOLS) results.push(await measure(browser, tool))
  const table = format(results)
  console.log(table)
  if (process.argv.includes('--write')) {
    const text = readFileSync(DOCS, 'utf8')
    writeFileSync(DOCS, text.replace(/(<!-- measured -->\n)[\s\S]*(\n<!-- end -->)/, `$1\n${table}\n$2`))
  }
} finally {
  await browser.close()
}
