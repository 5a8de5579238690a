/** Checks the types with each version of the compiler at the same time: two of them use one processor each. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

const ends = ['types:7', 'types:6', 'types:5.9'].map(check)
for (const end of ends) {
  const { script, output, code } = await end
  process.stdout.write(`${script}${code === 0 ? '' : ` ended with ${code}`}\n${output}`)
  if (code !== 0) process.exitCode = 1
}

async function check(script) {
  const child = spawn('npm', ['run', '--silent', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  return { script, output, code }
}
