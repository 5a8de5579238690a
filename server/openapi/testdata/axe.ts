import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

/** A fault at one element. */
interface Violation {
  readonly id: string
  readonly impact: string
  readonly target: string
  /** Whether no part of Scalar drew it. */
  readonly isOurs: boolean
}

const runAxe = (
  part: string,
): string => `axe.run(${part}, { resultTypes: ['violations'] }).then(({ violations }) => JSON.stringify(
  violations.flatMap(({ id, impact, nodes }) => nodes.map((node) => {
    const target = node.target.join(' ')
    return { id, impact, target, isOurs: document.querySelector('#app :is(' + target + ')') === null }
  }))
))`

/**
 * The violations that axe finds outside of Scalar's own elements, and anywhere those that keep people from using the page
 * and any lack of contrast, which our styles answer for.
 *
 * @param part the part of the page that is looked at, as JavaScript
 */
export async function findOurViolations(page: Page, part = 'document'): Promise<readonly string[]> {
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  await loadAxe(page)
  // As text: objects with lists of objects end the process of Firefox.
  const found = JSON.parse(await page.evaluate<string>(runAxe(part))) as readonly Violation[]
  return found
    .filter(({ id, impact, isOurs }) => id === 'color-contrast' || impact === 'critical' || isOurs)
    .map(({ id, target }) => `${id} ${target}`)
}

/** Loads axe as a script of the page's own origin: its policy allows no other, and as code to evaluate it ends Firefox. */
async function loadAxe(page: Page): Promise<void> {
  const address = new URL('/axe.js', page.url()).href
  const path = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
  await page.route(address, (route) => route.fulfill({ path, contentType: 'text/javascript' }))
  await page.evaluate(
    (source) =>
      new Promise<void>((resolve, reject) => {
        if ('axe' in globalThis) return resolve()
        const script = document.createElement('script')
        script.addEventListener('load', () => resolve())
        script.addEventListener('error', () => reject(new Error(`no ${source}`)))
        script.src = source
        document.head.append(script)
      }),
    address,
  )
  await page.unroute(address)
}
