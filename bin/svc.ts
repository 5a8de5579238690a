#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { refuseNode } from './node-version.ts'

const refusal = refuseNode(process.versions.node)
if (refusal === undefined) await run(process.argv.slice(2))
else {
  process.stderr.write(`error: ${refusal}\n`)
  process.exitCode = 2
}

async function run(argv: readonly string[]): Promise<void> {
  const packageUrl = import.meta.resolve('svc/package.json')
  const { version } = JSON.parse(readFileSync(fileURLToPath(packageUrl), 'utf8')) as { version: string }
  if (argv.length === 1 && argv[0] === '--version') {
    // Answered before yargs loads: scripts and editors ask for it often.
    console.log(version)
    return
  }
  // Stacks then name the sources of the program as well.
  if (argv.includes('--debug')) process.setSourceMapsEnabled(true)
  // A server that was built keeps its own, and sources change too often to be worth it.
  if (argv[0] !== 'start' && import.meta.url.endsWith('.js')) {
    const { keepCompiled } = await import('../server/production/compile-cache.ts')
    keepCompiled(packageUrl)
  }
  const { catchInterrupts } = await import('./interrupt.ts')
  const { endOnClosedPipe, endProcess } = await import('./end-process.ts')
  const [{ runProgram }, { COMMAND_NAMES, loadCommands }] = await Promise.all([
    import('./program.ts'),
    import('./commands.ts'),
  ])
  endOnClosedPipe()
  const interruption = catchInterrupts()
  await endProcess(
    await runProgram(argv, { version, interruption, commands: await loadCommands(argv), names: COMMAND_NAMES }),
  )
}
