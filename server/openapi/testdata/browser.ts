import { type Browser, chromium } from 'playwright-core'
import { buildAssets } from '../assets/build.ts'
import { findOnPath } from './find-on-path.ts'
import { type ColorScheme, launchFirefox } from './firefox.ts'
import { launchHeadlessShell } from './headless-shell.ts'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
/** A test ends before code that V8 optimizes has paid for the optimizing. */
const FLAGS_OF_TESTS = [...FLAGS, '--js-flags=--no-opt']

/** A browser that the page is tested in. */
export type BrowserName = 'Chromium' | 'Firefox'

/** Milliseconds: ten times what the longest test takes on a busy machine. */
const HANG = 240_000

const MISSING: Readonly<Record<BrowserName, string>> = {
  Chromium: 'no browser: set SVC_BROWSER to one',
  Firefox: 'no Firefox: install firefox-esr',
}

/** Declares a suite for each browser, for what differs between them; for the one in `SVC_TEST_BROWSER` alone, if it is set. */
export function describeInBrowsers(title: string, declare: (browser: BrowserName) => void): void {
  const wanted = process.env.SVC_TEST_BROWSER
  const names = (['Chromium', 'Firefox'] as const).filter((name) => wanted === undefined || wanted === name)
  if (names.length === 0) throw new Error(`SVC_TEST_BROWSER is ${wanted}: Chromium or Firefox`)
  for (const name of names)
    describe(`${title}, in ${name}`, function () {
      // A browser that hangs fails its test, and not the whole run of all others.
      this.timeout(HANG)
      declare(name)
    })
}

/**
 * A browser for the tests of a suite, with the page's assets built. Without one: a failure in CI, else a loud skip.
 *
 * @param colorScheme of Firefox; Chromium has that of each profile
 */
export function useBrowser(name: BrowserName = 'Chromium', colorScheme?: ColorScheme): () => Browser {
  let browser: Browser | undefined
  before(async function () {
    browser = await (name === 'Firefox' ? launchFirefox(colorScheme) : launchForTests())
    if (browser) {
      await buildAssets()
      return
    }
    if (process.env.CI) throw new Error(MISSING[name])
    console.warn(`    SKIPPED, so nothing of the reference page was tested: ${MISSING[name]}`)
    this.skip()
  })
  after(async () => browser?.close())
  return () => browser as Browser
}

/** The browser that npm brought, the same on each machine, unless `SVC_BROWSER` names another. */
async function launchForTests(): Promise<Browser | undefined> {
  const shell = process.env.SVC_BROWSER ? undefined : await launchHeadlessShell(FLAGS_OF_TESTS)
  return shell ?? launchBrowser()
}

/**
 * Starts a browser: the executable in `SVC_BROWSER`, Chrome, a Chromium on the path, or the one that npm brought on
 * Linux x64. `undefined` on other systems.
 */
export async function launchBrowser(): Promise<Browser | undefined> {
  const named = process.env.SVC_BROWSER
  if (named) return chromium.launch({ executablePath: named, args: FLAGS })
  const chrome = await chromium.launch({ channel: 'chrome', args: FLAGS }).catch(() => undefined)
  if (chrome) return chrome
  const found = findOnPath(['chromium', 'chromium-browser', 'google-chrome'])
  if (found) return chromium.launch({ executablePath: found, args: FLAGS })
  return launchHeadlessShell(FLAGS)
}
