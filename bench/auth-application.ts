/** Applications to measure `svc test-auth` on, of as many routes as wanted. */
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'

const SECRET = 'bench-secret-0123456789'

/** One route of each kind in turn. */
const KINDS: readonly { readonly auth: string; readonly fixture: string }[] = [
  {
    auth: `class Bearer# extends HttpBearer { authenticate(_: unknown, t: string) { return t === SECRET ? { t } : null } }`,
    fixture: `{ valid: SECRET }`,
  },
  {
    auth: `class Header# extends APIKeyHeader { override paramName = 'X-Key'; authenticate(_: unknown, k: string | null) { return k === SECRET ? { k } : null } }`,
    fixture: `{ valid: SECRET }`,
  },
  {
    auth: `class Query# extends APIKeyQuery { override paramName = 'key'; authenticate(_: unknown, k: string | null) { return k === SECRET ? { k } : null } }`,
    fixture: `{ valid: SECRET }`,
  },
  {
    auth: `class Basic# extends HttpBasicAuth { authenticate(_: unknown, u: string, p: string) { return u === 'ann' && p === SECRET ? { u } : null } }`,
    fixture: `{ valid: { username: 'ann', password: SECRET } }`,
  },
]

/** A project in a new folder, whose routes each have an authenticator of their own; its path. */
export function createApplication(routes: number): string {
  const root = realpathSync(mkdtempSync(`${tmpdir()}/svc-bench-`))
  mkdirSync(`${root}/routes`)
  mkdirSync(`${root}/fixtures`)
  writeFileSync(`${root}/package.json`, '{ "type": "module" }')
  writeFileSync(
    `${root}/svc.config.ts`,
    "import { defineConfig } from 'svc'\nexport default defineConfig({ routes: './routes', base: '' })\n",
  )
  const credentials: string[] = []
  for (let route = 0; route < routes; route++) {
    const { auth, fixture } = KINDS[route % KINDS.length] as (typeof KINDS)[number]
    const declaration = auth.replace('#', String(route))
    const name = /class (\w+)/.exec(declaration)?.[1] ?? ''
    credentials.push(`${name}: ${fixture}`)
    writeFileSync(
      `${root}/routes/r${route}.ts`,
      `import { operation } from 'svc'
import { APIKeyHeader, APIKeyQuery, HttpBasicAuth, HttpBearer } from 'svc/security'
const SECRET = '${SECRET}'
${declaration}
export const GET = operation({ auth: new ${name}() }, () => ({ route: ${route} }))
`,
    )
  }
  writeFileSync(
    `${root}/fixtures/auth.fixtures.ts`,
    `const SECRET = '${SECRET}'\nexport default { credentials: { ${credentials.join(', ')} } }\n`,
  )
  return root
}
