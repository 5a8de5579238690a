/**
 * npm runs this around packing. Before it, `--before` builds what is stale and takes out of package.json what is for this
 * checkout alone: a packed package has no script that npm would run for its users, and no list of our tools. After it,
 * `--after` puts package.json back.
 */

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const KEPT = 'package.json.kept'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
if (process.argv.includes('--after')) {
  restore()
} else {
  // Of a run that was interrupted.
  restore()
  execFileSync(process.execPath, ['.ci/build.mjs', '--if-stale'], { stdio: ['ignore', 'inherit', 'inherit'] })
  const text = readFileSync('package.json', 'utf8')
  // The build has it.
  const { packedManifest } = await import('../dist/bin/init/packed-manifest.js')
  writeFileSync(KEPT, text)
  // In one step: tests that run meanwhile read it.
  writeFileSync(`${KEPT}.next`, packedManifest(text))
  renameSync(`${KEPT}.next`, 'package.json')
}

function restore() {
  if (existsSync(KEPT)) renameSync(KEPT, 'package.json')
}
