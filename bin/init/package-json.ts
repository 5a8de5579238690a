import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE } from './template.ts'

interface PackageFile {
  readonly engines: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

/** The text of a new project's `package.json`. */
export function formatPackageFile(name: string, tarball: string): string {
  const { engines, devDependencies } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as PackageFile
  const file = {
    name,
    version: '0.1.0',
    private: true,
    type: 'module',
    scripts: {
      dev: 'svc dev',
      test: 'npm run types && svc test-auth --strict',
      build: 'svc build --strict',
      start: 'svc start --env-file .env',
      types: 'svc sync && tsc',
    },
    engines,
    devDependencies: {
      // The versions that the templates were checked with.
      '@types/node': devDependencies['@types/node'],
      svc: `file:${tarball}`,
      typescript: devDependencies['typescript'],
    },
  }
  return `${JSON.stringify(file, null, 2)}\n`
}
