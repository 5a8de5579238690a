import { fileURLToPath } from 'node:url'
import { type Browser, firefox } from 'playwright-core'
import { findOnPath } from './find-on-path.ts'

const RELAY = fileURLToPath(new URL('firefox-proxy.mjs', import.meta.url))

/** Starts the Firefox that is installed, as its makers release it. `undefined` without one. */
export async function launchFirefox(): Promise<Browser | undefined> {
  const found = findOnPath(['firefox-esr', 'firefox'])
  if (found === undefined) return undefined
  return firefox.launch({ channel: 'moz-firefox', executablePath: RELAY, env: { ...process.env, SVC_FIREFOX: found } })
}
