/**
 * Makes the pictures of the documentation from the example application: the terminal, the HTML report of a comparison
 * that is broken, and the reference page, each in a browser. `npm run docs:pictures`, after `npm run build`.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { linkSvc } from '../../fixtures/link-svc.ts'
import { launchBrowser } from '../../server/openapi/testdata/browser.ts'
import { Reference } from '../../server/openapi/testdata/reference.ts'
import { terminalPage } from './terminal.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SVC = join(ROOT, 'dist/bin/svc.js')
const PICTURES = join(ROOT, 'docs/pictures')
const EXAMPLE = ['svc.config.ts', 'routes', 'fixtures/auth.fixtures.ts']
/** The mistake that the report shows. */
const MISTAKE = {
  file: 'routes/headerkey.ts',
  right: "constantTimeEqual(key, 'supersecret')",
  wrong: "'supersecret'.startsWith(key)",
}

/** Pictures of the access view: file, width in pixels, colours. */
const ACCESS = [
  ['access.png', 1280, 'light'],
  ['access-dark.png', 1280, 'dark'],
  ['access-phone.png', 390, 'light'],
] as const

/** Codes of colours. */
const ESCAPES = new RegExp(`${String.fromCodePoint(27)}\\[[0-9;]*m`, 'g')

const browser = await launchBrowser()
if (!browser) throw new Error('no browser: set SVC_BROWSER to one')
const folder = copyExample()
try {
  await pictureServer(browser)
  plantMistake()
  const routes = ['GET /bearer', 'GET /headerkey', 'GET /pets']
  const command = `svc test-auth ${routes.map((route) => `'${route}'`).join(' ')}`
  await pictureText(browser, 'test-auth.png', command, await run('test-auth', ...routes))
  const report = join(folder, 'report.html')
  await run('test-auth', '--reporter', `html=${report}`)
  await picture(browser, 'report.png', pathToFileURL(report).href)
} finally {
  await browser.close()
  rmSync(folder, { recursive: true })
}

/** The example, in a folder of its own that finds `svc`. */
function copyExample(): string {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'svc-pictures-')))
  for (const path of EXAMPLE) cpSync(join(ROOT, path), join(copy, path), { recursive: true })
  linkSvc(copy)
  writeFileSync(join(copy, 'package.json'), '{ "type": "module" }\n')
  return copy
}

function plantMistake(): void {
  const file = join(folder, MISTAKE.file)
  const source = readFileSync(file, 'utf8')
  if (!source.includes(MISTAKE.right)) throw new Error(`${MISTAKE.file} does not say ${MISTAKE.right}`)
  writeFileSync(file, source.replace(MISTAKE.right, MISTAKE.wrong))
}

/** The output of a command, in colour. */
function run(...args: readonly string[]): Promise<string> {
  const env = { ...process.env, FORCE_COLOR: '1' }
  return new Promise((resolve) => {
    execFile(process.execPath, [SVC, ...args], { cwd: folder, env }, (_error, stdout) => resolve(stdout))
  })
}

/** `svc dev`: what it prints, then its page with a credential typed. */
async function pictureServer(browser: Browser): Promise<void> {
  await withServer([], async (url, lines) => {
    const printed = lines.join('\n').replaceAll(new URL(url).host, 'localhost:3000')
    await pictureText(browser, 'dev.png', 'svc dev', printed)
    await picture(browser, 'page.png', url)
    await pictureWhy(browser, url)
  })
  await run('test-auth')
  // The address is good once.
  for (const [name, width, colorScheme] of ACCESS)
    await withServer(['--docs-credentials'], (url) => pictureAccess(browser, url, { name, width, colorScheme }))
}

/** Runs `svc dev` until `act` has ended. */
async function withServer(
  options: readonly string[],
  act: (url: string, lines: readonly string[]) => Promise<void>,
): Promise<void> {
  const env = { ...process.env, FORCE_COLOR: '1' }
  const child = spawn(process.execPath, [SVC, 'dev', '--port', '0', ...options], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  try {
    const lines: string[] = []
    let url: string | undefined
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line)
      url = /page\s+.*?(http:\S+\/docs\S*)/.exec(line.replaceAll(ESCAPES, ''))?.[1]
      if (url !== undefined) break
    }
    if (url === undefined) throw new Error('svc dev ended')
    await act(url, lines)
  } finally {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
}

interface View {
  readonly name: string
  readonly width: number
  readonly colorScheme: 'light' | 'dark'
}

/** Who may call what, with the ticks of a run. */
async function pictureAccess(browser: Browser, url: string, { name, width, colorScheme }: View): Promise<void> {
  const page = await browser.newPage({ viewport: { width, height: 860 }, colorScheme, reducedMotion: 'reduce' })
  await page.goto(url)
  await page.getByRole('button', { name: 'Show who may call what' }).click()
  await page.getByText('svc test-auth ran').waitFor()
  await page.getByRole('region', { name: 'Access', exact: true }).screenshot({ path: join(PICTURES, name) })
  await page.close()
}

/** A call with a wrong key, and why it was refused. */
async function pictureWhy(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 700 }, reducedMotion: 'reduce' })
  const reference = new Reference(page, { url: new URL(url).origin, title: 'Pets', received: [] })
  await reference.open()
  await reference.openOperation('Key in the query or in a header', 'get /api/multiple')
  await reference.send()
  await page.getByText('Why 401').waitFor()
  await reference.client().screenshot({ path: join(PICTURES, 'why.png') })
  await page.close()
}

async function pictureText(browser: Browser, name: string, command: string, text: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 400 }, deviceScaleFactor: 1.5 })
  await page.setContent(terminalPage(command, text))
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const [narrow, wide] = await page.evaluate(() => {
    const pre = document.querySelector('pre')
    return ['i', 'M'].map((letter) => {
      const span = document.createElement('span')
      span.textContent = letter
      pre?.append(span)
      const { width } = span.getBoundingClientRect()
      span.remove()
      return width
    })
  })
  if (narrow !== wide) throw new Error('no font whose characters are all as wide: columns would not stand in line')
  await page.locator('main').screenshot({ path: join(PICTURES, name) })
  await page.close()
}

async function picture(browser: Browser, name: string, url: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 } })
  await page.goto(url, { waitUntil: 'networkidle' }).catch(() => undefined)
  await page.screenshot({ path: join(PICTURES, name) })
  await page.close()
}
