import type { Locator, Page } from 'playwright-core'
import { SECRET } from '../../server/openapi/testdata/demo.ts'
import type { Hands, Target, Tool } from './hands.ts'

/** Swagger UI as its own index.html sets it up, with the one option without which it sends no key in a cookie. */
export const swagger: Tool = {
  name: 'Swagger UI 5',
  path: '/swagger',
  files: {
    '/swagger': `<!doctype html><link rel="icon" href="data:,"><link rel="stylesheet" href="/swagger/swagger-ui.css"><div id="swagger-ui"></div>
<script src="/swagger/swagger-ui-bundle.js"></script><script src="/swagger/swagger-ui-standalone-preset.js"></script>
<script>SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#swagger-ui', deepLinking: true, persistAuthorization: true, presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset], layout: 'StandaloneLayout' })</script>`,
    '/swagger/swagger-ui.css': 'swagger-ui-dist/swagger-ui.css',
    '/swagger/swagger-ui-bundle.js': 'swagger-ui-dist/swagger-ui-bundle.js',
    '/swagger/swagger-ui-standalone-preset.js': 'swagger-ui-dist/swagger-ui-standalone-preset.js',
  },
  ready: (page) => page.locator('.opblock').first().waitFor(),
  client: {
    async call(hands, kind) {
      if (kind.user !== undefined) await logInBySwagger(hands, kind.user)
      const schemes = Object.entries(kind.fill)
      if (schemes.length > 0) await authorize(hands, schemes)
      await execute(hands, kind)
    },
    async fillEverything(hands) {
      await authorize(hands, [
        ['HeaderKey', [SECRET]],
        ['CookieKey', [SECRET]],
      ])
      await logInBySwagger(hands, 'ann')
    },
    callAgain: execute,
  },
}

async function authorize(hands: Hands, schemes: readonly (readonly [string, readonly string[]])[]): Promise<void> {
  const { page } = hands
  await hands.click(page.locator('.auth-wrapper > .btn.authorize'))
  for (const [name, values] of schemes) {
    const box = page.locator('.auth-container').filter({ has: page.getByText(name, { exact: true }) })
    await hands.click(box.locator('input').first())
    for (const [index, value] of values.entries()) {
      if (index > 0) await hands.press('Tab')
      await hands.type(value)
    }
    await hands.click(box.locator('.btn.authorize'))
  }
  await hands.click(page.locator('.btn-done').first())
}

async function execute(hands: Hands, target: Target, values: readonly string[] = []): Promise<void> {
  const path = `[data-path="/api${target.path}"]`
  const block = hands.page.locator(`.opblock-${target.method ?? 'get'}`).filter({ has: hands.page.locator(path) })
  await hands.click(block.locator('.opblock-summary-control'))
  await hands.click(block.locator('.try-out__btn'))
  for (const [index, value] of values.entries()) {
    if (index === 0) {
      await hands.click(block.locator('.opblock-section-request-body input[type="text"]').first())
      // The word `string` stands there.
      await hands.press('Control+A')
    } else await hands.press('Tab')
    await hands.type(value)
  }
  await hands.click(block.locator('.execute'))
}

async function logInBySwagger(hands: Hands, user: string): Promise<void> {
  const answered = hands.page.waitForResponse(/\/api\/login/)
  await execute(hands, { path: '/login', summary: 'Log in', method: 'post' }, [user, SECRET])
  await answered
}

/** Scalar by its standalone script and the document's address, as its documentation begins. */
export const scalar: Tool = {
  name: 'Scalar',
  path: '/scalar/',
  files: {
    '/scalar/': `<!doctype html><link rel="icon" href="data:,"><body><div id="app"></div><script src="standalone.js"></script>
<script>Scalar.createApiReference('#app', { url: '/api/openapi.json' })</script>`,
    '/scalar/standalone.js': '@scalar/api-reference/browser/standalone.js',
  },
  ready: waitForHeading,
  client: {
    async call(hands, kind) {
      if (kind.user !== undefined) await logInByScalar(hands, kind.user)
      await openRequest(hands, kind)
      const panel = hands.page.getByRole('dialog', { name: 'API Client' })
      const toggle = panel.getByRole('button', { name: /^Authentication/ }).first()
      const isFolded = (await toggle.getAttribute('aria-expanded')) !== 'true'
      if (isFolded && Object.keys(kind.fill).length > 0) await hands.click(toggle)
      for (const [name, values] of Object.entries(kind.fill)) {
        // An optional scheme is not selected to begin with.
        if (kind.path === '/maybe') await select(hands, panel, name)
        for (const [index, value] of values.entries()) {
          const label = name === 'Token' ? 'Bearer Token' : index > 0 ? 'Password' : 'Value'
          const isUser = name === 'Basic' && index === 0
          await hands.click(isUser ? panel.getByRole('combobox').first() : panel.getByRole('textbox', { name: label }))
          await hands.type(value)
        }
      }
      await hands.press('Control+Enter')
    },
    async fillEverything(hands) {
      await select(hands, hands.page.locator('.scalar-reference-intro-auth'), 'HeaderKey')
      await hands.click(hands.page.locator('.scalar-reference-intro-auth').getByRole('textbox').first())
      await hands.type(SECRET)
      await logInByScalar(hands, 'ann')
    },
    async callAgain(hands, target) {
      await openRequest(hands, target)
      await hands.press('Control+Enter')
    },
  },
}

async function select(hands: Hands, within: Locator, name: string): Promise<void> {
  await hands.click(within.getByRole('button', { name: /Auth Type/ }))
  await hands.click(hands.page.locator('li').getByText(name, { exact: true }).filter({ visible: true }).last())
  if (await hands.page.getByRole('listbox').isVisible())
    await hands.click(within.getByRole('button', { name: /Auth Type/ }))
  await hands.page.getByRole('listbox').waitFor({ state: 'hidden' })
}

async function logInByScalar(hands: Hands, user: string): Promise<void> {
  const { page } = hands
  await openRequest(hands, { path: '/login', summary: 'Log in', method: 'post' })
  const dialog = page.getByRole('dialog', { name: 'API Client' })
  for (const [name, value] of [
    ['username', user],
    ['password', SECRET],
  ]) {
    const row = dialog.getByRole('row', { name: new RegExp(`^Include ${name} in request`) })
    await hands.click(row.getByRole('combobox', { name: 'Value' }))
    await hands.type(value ?? '')
  }
  const answered = page.waitForResponse(/\/api\/login/)
  await hands.press('Control+Enter')
  await answered
  await hands.click(dialog.getByRole('button', { name: 'Close Client' }))
  await dialog.waitFor({ state: 'hidden' })
}

/** Groups are unfolded for nothing: how a sidebar is folded is not what is compared. */
async function openRequest(hands: Hands, { path, summary, method = 'get' }: Target): Promise<void> {
  const { page } = hands
  const link = page.getByRole('link', { name: new RegExp(`^${summary}`) }).first()
  const group = page.getByRole('button', { name: `Open Group - ${path.split('/')[1]}` })
  if (!(await link.isVisible()) && (await group.isVisible())) await group.click()
  await hands.click(link)
  await hands.click(page.getByRole('button', { name: `Test Request (${method} /api${path})` }))
  await page
    .getByRole('dialog', { name: 'API Client' })
    .getByRole('button', { name: new RegExp(`^Send .*/api${path}`) })
    .waitFor()
}

async function waitForHeading(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Demo' }).waitFor()
}

/** The page of this repository. */
export const ours: Tool = {
  name: 'svc',
  path: '/api/docs',
  files: {},
  ready: waitForHeading,
  client: {
    async call(hands, kind) {
      await openRequest(hands, kind)
      const { page } = hands
      const dialog = page.getByRole('dialog', { name: 'API Client' })
      const fields = Object.values(kind.fill)
      await dialog.locator(':focus').first().waitFor()
      if (kind.user !== undefined) {
        const answered = page.waitForResponse(/\/api\/login/)
        await hands.type(kind.user)
        await hands.press('Tab')
        await hands.type(SECRET)
        await hands.press('Enter')
        await answered
        await dialog.getByText(`Logged in as ${kind.user}`).first().waitFor()
      }
      for (const [scheme, values] of fields.entries()) {
        if (scheme > 0) await hands.click(dialog.locator('.svc-row').nth(scheme).locator('input').first())
        for (const [index, value] of values.entries()) {
          if (index > 0) await hands.press('Tab')
          await hands.type(value)
        }
      }
      await hands.press(fields.length > 0 ? 'Enter' : 'Control+Enter')
    },
    async fillEverything(hands) {
      const panel = hands.page.getByRole('region', { name: 'Credentials', exact: true })
      for (const input of await panel.locator('.svc-row:not(:has(form)) input').all()) await input.fill(SECRET)
      await panel.locator('form input').first().fill('ann')
      await panel.locator('form input').nth(1).fill(SECRET)
      const answered = hands.page.waitForResponse(/\/api\/login/)
      await hands.press('Enter')
      await answered
    },
    async callAgain(hands, target) {
      await openRequest(hands, target)
      await hands.press('Control+Enter')
    },
  },
}
