import { fileURLToPath } from 'node:url'
import { type Browser, firefox } from 'playwright-core'
import { findOnPath } from './find-on-path.ts'

const RELAY = fileURLToPath(new URL('firefox-proxy.mjs', import.meta.url))

/** The colours that a person prefers. */
export type ColorScheme = 'light' | 'dark'

/**
 * Starts the Firefox that is installed, as its makers release it. `undefined` without one.
 *
 * @param colorScheme for all of its pages: no command changes those of a single page in a release
 */
export async function launchFirefox(colorScheme: ColorScheme = 'light'): Promise<Browser | undefined> {
  const found = findOnPath(['firefox-esr', 'firefox'])
  if (found === undefined) return undefined
  return firefox.launch({
    channel: 'moz-firefox',
    executablePath: RELAY,
    env: { ...process.env, SVC_FIREFOX: found },
    firefoxUserPrefs: { 'layout.css.prefers-color-scheme.content-override': colorScheme === 'dark' ? 0 : 1 },
  })
}
