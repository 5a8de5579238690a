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

/** Critical rules, and that of contrasts, which Firefox 153 survives on a whole page where each is alone: with all at once it ends. */
const ALONE = [
  'aria-required-attr',
  'aria-required-children',
  'aria-required-parent',
  'aria-roles',
  'aria-valid-attr',
  'aria-valid-attr-value',
  'button-name',
  'color-contrast',
  'image-alt',
  'label',
  'select-name',
]

const runAxe = (
  part: string,
  rules?: readonly string[],
): string => `axe.run(${part}, ${JSON.stringify({ runOnly: rules, resultTypes: ['violations'] })}).then(({ violations }) => JSON.stringify(
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
export async function findOurViolations(
  page: Page,
  part: string = 'document',
  rules?: readonly string[],
): Promise<readonly string[]> {
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  await loadAxe(page)
  // As text: objects with lists of objects end the process of Firefox.
  const found = JSON.parse(await page.evaluate<string>(runAxe(part, rules))) as readonly Violation[]
  return found
    .filter(({ id, impact, isOurs }) => id === 'color-contrast' || impact === 'critical' || isOurs)
    .map(({ id, target }) => `${id} ${target}`)
}

/** As {@link findOurViolations} of a part, and by some rules of the whole page. */
export async function findMostViolations(page: Page, part: string): Promise<readonly string[]> {
  const found = [...(await findOurViolations(page, part))]
  for (const rule of ALONE) found.push(...(await findOurViolations(page, 'document', [rule])))
  return found
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
