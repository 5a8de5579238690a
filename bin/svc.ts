#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const argv = process.argv.slice(2)
const packageFile = readFileSync(fileURLToPath(import.meta.resolve('svc/package.json')), 'utf8')
const { version } = JSON.parse(packageFile) as { version: string }

if (argv.length === 1 && argv[0] === '--version') {
  // Answered before yargs loads: scripts and editors ask for it often.
  console.log(version)
} else {
  const { catchInterrupts } = await import('./interrupt.ts')
  const { endOnClosedPipe, endProcess } = await import('./end-process.ts')
  const { runProgram } = await import('./program.ts')
  endOnClosedPipe()
  await endProcess(await runProgram(argv, { version, interruption: catchInterrupts() }))
}
