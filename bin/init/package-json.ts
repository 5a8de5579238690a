import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE } from './template.ts'

/** The versions that the templates were checked with; a packed package does not list its development dependencies. */
export const TOOLS = { '@types/node': '^20.19.0', typescript: '^7.0.2' } as const

/** The text of a new project's `package.json`. */
export function formatPackageFile(name: string, tarball: string): string {
  const { engines } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as {
    readonly engines: Readonly<Record<string, string>>
  }
  const file = {
    name,
    version: '0.1.0',
    private: true,
    type: 'module',
    scripts: {
      dev: 'svc dev',
      test: 'npm run types && svc test-auth --strict',
      build: 'svc build --strict',
      start: 'svc start --dotenv .env',
      types: 'svc sync && tsc',
    },
    engines,
    devDependencies: {
      '@types/node': TOOLS['@types/node'],
      svc: `file:${tarball}`,
      typescript: TOOLS.typescript,
    },
  }
  return `${JSON.stringify(file, null, 2)}\n`
}
