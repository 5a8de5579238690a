/**
 * The properties of `server/promises/fuzz.test.ts`, run longer and from a seed that is new each time (promise 25).
 *
 *     node --import tsx bench/fuzz.ts [--runs 20000] [--seed n]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { randomInt } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const MOCHA = fileURLToPath(new URL('../node_modules/mocha/bin/mocha.js', import.meta.url))
const SPEC = 'server/promises/fuzz.test.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  },
})
console.log(`seed ${values.seed}, ${values.runs} runs of each property`)
const mocha = spawn(process.execPath, [MOCHA, '--timeout', '0', '--spec', SPEC], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  env: { ...process.env, SVC_FUZZ_SEED: values.seed, SVC_FUZZ_RUNS: values.runs },
  stdio: 'inherit',
})
const [code] = (await once(mocha, 'exit')) as [number | null]
process.exitCode = code ?? 1
