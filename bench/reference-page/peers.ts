import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { SECRET } from '../../server/openapi/testdata/demo.ts'
import type { Hands, Target, Tool } from './hands.ts'

const PEERS = fileURLToPath(new URL('peers/node_modules/', import.meta.url))

/** The path of a file of a page that is installed for this comparison alone: `rapidoc/dist/rapidoc-min.js`. */
function fileOf(name: string): string {
  return PEERS + name
}

/** Whether the files of a page are on this machine: `npm ci --prefix bench/reference-page/peers`. */
export function isInstalled({ files }: Tool): boolean {
  return Object.values(files).every((file) => !file.startsWith(PEERS) || existsSync(file))
}

/** Redoc by its standalone script, as its documentation begins. It shows operations, and has nothing that sends a request. */
export const redoc: Tool = {
  name: 'Redoc 2',
  path: '/redoc/',
  files: {
    '/redoc/': `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><body><redoc spec-url="/api/openapi.json"></redoc>
<script src="redoc.standalone.js"></script>`,
    '/redoc/redoc.standalone.js': fileOf('redoc/bundles/redoc.standalone.js'),
  },
  ready: (page) => page.getByRole('heading', { level: 1, name: /^Demo/ }).waitFor(),
}

/** RapiDoc by its element and the document's address, as its documentation begins. */
export const rapidoc: Tool = {
  name: 'RapiDoc 9',
  path: '/rapidoc/',
  files: {
    '/rapidoc/': `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><script type="module" src="rapidoc-min.js"></script>
<body><rapi-doc spec-url="/api/openapi.json"></rapi-doc>`,
    '/rapidoc/rapidoc-min.js': fileOf('rapidoc/dist/rapidoc-min.js'),
  },
  ready: (page) => page.locator('[id="link-get-/api/public"]').waitFor(),
  client: {
    async call(hands, kind) {
      if (kind.user !== undefined) await logIn(hands, kind.user)
      await authorize(hands, Object.entries(kind.fill))
      await attempt(hands, kind)
    },
    async fillEverything(hands) {
      await authorize(hands, [['HeaderKey', [SECRET]]])
      await logIn(hands, 'ann')
    },
    callAgain: attempt,
  },
}

async function authorize(hands: Hands, schemes: readonly (readonly [string, readonly string[]])[]): Promise<void> {
  if (schemes.length > 0) await hands.click(hands.page.locator('#link-auth'))
  for (const [name, values] of schemes) {
    const row = hands.page.locator(`[id="security-scheme-${name}"]`)
    await hands.click(row.locator('input').first())
    for (const [index, value] of values.entries()) {
      if (index > 0) await hands.press('Tab')
      await hands.type(value)
    }
    await hands.click(row.getByRole('button', { name: 'SET' }))
  }
}

async function attempt(hands: Hands, target: Target, values: readonly string[] = []): Promise<void> {
  const { method = 'get', path } = target
  await hands.click(hands.page.locator(`[id="link-${method}-/api${path}"]`))
  const request = hands.page.locator(`api-request[method="${method}"][path="/api${path}"]`)
  for (const [index, value] of values.entries()) {
    if (index === 0) await hands.click(request.locator('input[data-pname]').first())
    else await hands.press('Tab')
    await hands.type(value)
  }
  await hands.click(request.getByRole('button', { name: 'TRY', exact: true }))
}

async function logIn(hands: Hands, user: string): Promise<void> {
  const answered = hands.page.waitForResponse(/\/api\/login/)
  await attempt(hands, { path: '/login', summary: 'Log in', method: 'post' }, [user, SECRET])
  await answered
}
