import { statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * The binary of Bun; without it, a warning on stderr. It comes in a package of its own for the platform, from which the
 * install script of `bun`, where npm runs it, moves it into a place that holds a text of a few lines otherwise.
 */
export function findBun(): string | undefined {
  const root = dirname(createRequire(import.meta.url).resolve('bun/package.json'))
  const name = `bun-${process.platform}-${process.arch === 'arm64' ? 'aarch64' : process.arch}`
  const places = [join(root, '..', '@oven', name, 'bin', 'bun'), join(root, 'bin', 'bun.exe')]
  const file = places.find((place) => (statSync(place, { throwIfNoEntry: false })?.size ?? 0) > SMALLEST)
  if (file === undefined) process.stderr.write('\n  !! SKIPPED: the binary of Bun is not installed\n\n')
  return file
}

/** Bytes. */
const SMALLEST = 1_000_000
