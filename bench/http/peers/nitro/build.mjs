// Writes a file for each of the 1,000 routes into api/, and runs `nitro build`: the server is .output/server/index.mjs.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { TABLE } from '../common.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
rmSync(`${here}api`, { recursive: true, force: true })
for (const { folder, path, hasId, name } of TABLE) {
  const file = `${here}${folder.slice(1)}${path}${hasId ? '/[id]' : ''}.get.js`
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(
    file,
    `export default defineEventHandler((event) => ({ name: '${name}', id: getRouterParam(event, 'id') }))\n`,
  )
}
execFileSync(process.execPath, [`${here}node_modules/nitropack/dist/cli/index.mjs`, 'build'], {
  cwd: here,
  stdio: 'inherit',
})
