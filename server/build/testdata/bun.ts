import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The binary of Bun, which comes in a package of its own for the platform; without it, a warning on stderr. */
export function findBun(): string | undefined {
  const root = dirname(createRequire(import.meta.url).resolve('bun/package.json'))
  const name = `bun-${process.platform}-${process.arch === 'arm64' ? 'aarch64' : process.arch}`
  const file = join(root, '..', '@oven', name, 'bin', 'bun')
  if (existsSync(file)) return file
  process.stderr.write('\n  !! SKIPPED: the binary of Bun is not installed\n\n')
  return undefined
}
