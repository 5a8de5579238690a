import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { RunEvent } from '../model/event.ts'
import { useBrowser } from '../../server/openapi/testdata/browser.ts'
import { longRun } from './testdata/long-run.ts'
import { recordRun } from './testdata/recorded-run.ts'
import { SMALL_RUN } from './testdata/small-run.ts'
import { writeReport } from './testdata/write-report.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

describe('the HTML report in a browser', () => {
  const browser = useBrowser()
  let folder: string
  let real: string
  let small: string

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'svc-report-'))
    real = await write('real.html', (await recordRun()).events)
    small = await write('small.html', SMALL_RUN)
  })

  after(() => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  })

  async function write(name: string, events: readonly RunEvent[]): Promise<string> {
    writeFileSync(join(folder, name), await writeReport('html', events))
    return pathToFileURL(join(folder, name)).href
  }

  /** Opens a page, and closes it after the look; what the browser complains of and what it asks for are faults. */
  async function look(
    address: string,
    options: BrowserContextOptions,
    see: (page: Page) => Promise<void>,
  ): Promise<void> {
    const context = await browser().newContext(options)
    const faults: string[] = []
    const page = await context.newPage()
    page.on('console', (message) => faults.push(message.text()))
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('request', (request) => void (request.url().startsWith('file:') || faults.push(request.url())))
    try {
      await page.goto(address)
      await see(page)
      expect(faults).to.deep.equal([])
    } finally {
      await context.close()
    }
  }

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1280, 390]) {
      it(`is accessible and never wider than ${width} pixels in ${colorScheme} colours`, async () => {
        await look(real, { colorScheme, viewport: { width, height: 900 } }, async (page) => {
          await page.locator('details.scenario > summary').first().click()
          await page.evaluate(AXE)
          const violations = await page.evaluate(async () => {
            const { axe } = window as unknown as {
              axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
            }
            return (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)
          })
          expect(violations).to.deep.equal([])
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.equal(width)
        })
      })
    }
  }

  it('shows findings first, and a hundred lines of thousands', async () => {
    await look(real, {}, async (page) => {
      const marks = await page.locator('details.scenario .mark').allTextContents()
      expect(new Set(marks)).to.deep.equal(new Set(['failed']))
      await page.locator('select[name=status]').selectOption('all')
      expect(await page.locator('details.scenario').count()).to.equal(100)
      await page.locator('button.more').click()
      expect(await page.locator('details.scenario').count()).to.equal(200)
    })
  })

  it('drills down to the bytes, the ledger and the calls', async () => {
    await look(small, {}, async (page) => {
      await page.locator('details.scenario > summary').click()
      const body = page.locator('details.scenario .body')
      expect(await body.locator('figure pre').first().textContent()).to.equal(
        'GET /x?a=1 HTTP/1.1\r\nHost: h\r\nCookie: a=b\r\n\r\n',
      )
      expect(await body.locator('.calls li').allTextContents()).to.deep.equal(['Tokenpassedstring0.20 ms'])
      expect(await body.locator('.ledger p').textContent()).to.match(/^Handler ran once with request\.auth = /)
      expect(await body.locator('.command pre').first().textContent()).to.equal('npx svc test-auth --replay kp-1')
      expect(await page.locator('img').count()).to.equal(0)
    })
  })

  it('opens in two seconds after a run of 300 routes and 150,000 scenarios', async () => {
    const long = await write('long.html', [...longRun(300, 500, 0)])
    await look(long, {}, async (page) => {
      const opened = await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.duration ?? Infinity)
      expect(opened).to.be.below(2_000)
      expect(await page.locator('#families tbody tr').count()).to.equal(300)
      expect(await page.locator('#scenarios .hint').textContent()).to.contain('150000 scenarios of this long run')
    })
  })

  it('finds a scenario by its permalink, whatever its outcome', async () => {
    await look(`${small}#ke-1`, {}, async (page) => {
      expect(await page.locator('details.scenario[open]').getAttribute('id')).to.equal('ke-1')
      expect(await page.locator('details.scenario .reason').textContent()).to.equal('ticket 812')
    })
  })

  it('filters by status, route, family and words, and says so in its address', async () => {
    await look(small, {}, async (page) => {
      await page.locator('a[href^="#?"][href*="family=path"], .families a').first().click()
      await page.locator('select[name=status]').selectOption('all')
      await page.locator('select[name=family]').selectOption('common')
      await page.locator('input[name=text]').fill('HALF')
      expect(await page.locator('details.scenario').evaluateAll((all) => all.map(({ id }) => id))).to.deep.equal([
        'kh-1',
      ])
      await page.reload()
      expect(await page.locator('details.scenario').evaluateAll((all) => all.map(({ id }) => id))).to.deep.equal([
        'kh-1',
      ])
      await page.locator('input[name=text]').fill('nothing like it')
      expect(await page.locator('#filter-result').textContent()).to.contain('Nothing fits')
    })
  })

  it('says what it can without a script', async () => {
    await look(small, { javaScriptEnabled: false }, async (page) => {
      expect(await page.locator('.verdict').textContent()).to.equal('1 scenario failed')
      expect(await page.locator('#families tbody tr').count()).to.equal(1)
      expect(await page.locator('noscript').count()).to.equal(1)
    })
  })
})
