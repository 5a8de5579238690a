import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** A project whose routes each have an authenticator of their own and all import one module. */
export function createProject(routes: number): string {
  const root = realpathSync(mkdtempSync(`${tmpdir()}/svc-bench-`))
  mkdirSync(`${root}/routes`)
  writeFileSync(`${root}/package.json`, '{ "type": "module" }')
  writeFileSync(
    `${root}/svc.config.ts`,
    "import { defineConfig } from 'svc'\nexport default defineConfig({ auth: null, base: '' })\n",
  )
  writeShared(root, 0)
  for (let route = 0; route < routes; route++) writeRoute(root, route, 0)
  return root
}

/** Writes the module that all routes import. */
export function writeShared(root: string, version: number): void {
  writeFileSync(
    `${root}/shared.ts`,
    `export interface User { readonly name: string }\nexport const shared: number = ${version}\n`,
  )
}

/** Writes one route. */
export function writeRoute(root: string, route: number, version: number): void {
  writeFileSync(
    `${root}/routes/r${route}.ts`,
    `import { operation } from 'svc'
import { HttpBearer, type AuthRequest } from 'svc/security'
import { shared, type User } from '../shared.ts'

class TokenAuth extends HttpBearer {
  authenticate(_request: AuthRequest, token: string): User | null {
    return token === 'supersecret' ? { name: 'ann' } : null
  }
}
export const GET = operation({ auth: null }, () => '${version} ' + shared)
export const POST = operation({ auth: new TokenAuth(), body: { name: String } }, (request) => request.auth.name)
`,
  )
}
