#!/usr/bin/env node
/** `svc-test-auth.mjs`: `svc test-auth --url` as one file that needs Node and nothing else. `.ci/tool.mjs` builds it. */

import { basename, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CommandError, defineCommand } from './command.ts'
import { catchInterrupts } from './interrupt.ts'
import { endOnClosedPipe, endProcess } from './end-process.ts'
import { EXIT } from '../server/base/exit-codes.ts'
import { TOOL } from '../harness/report/tool.ts'
import { declareTestOptions } from './test-options.ts'
import { readTestOptions } from './read-test-options.ts'
import { refuseNode } from './node-version.ts'
import { runProgram } from './program.ts'
import { testServer } from './test-server.ts'

const FILE = process.argv[1] ?? 'svc-test-auth.mjs'
/** Options for an application in this process, or for a project on the disk. */
const ABSENT = ['watch', 'mutate', 'inProcess'] as const

/** Modules of fixtures; TypeScript needs a compiler, which is not in the file. */
const MODULES = {
  import: async (file: string): Promise<Readonly<Record<string, unknown>>> => {
    if (!/\.[cm]?ts$/.test(file)) return (await import(pathToFileURL(file).href)) as Readonly<Record<string, unknown>>
    throw new CommandError(
      'SVC_FIXTURES_TYPESCRIPT',
      `${relative(process.cwd(), file)}  is TypeScript, which this program cannot read. Write the fixtures as YAML or JSON, or install svc`,
      EXIT.usage,
    )
  },
  close: async (): Promise<void> => undefined,
}

const testAuth = defineCommand({
  command: '$0 [routes..]',
  describe: 'Prove that every route refuses what it must',
  builder: declareTestOptions,
  run: async (args, context) => {
    const needless = ABSENT.find((name) => args[name] === true)
    if (needless !== undefined || args.url === undefined)
      throw new CommandError(
        'SVC_COMMAND_LINE',
        needless === undefined
          ? `--url is missing: node ${basename(FILE)} --url http://localhost:3000`
          : `--${needless === 'inProcess' ? 'in-process' : needless} needs a project of svc: npx svc test-auth`,
        EXIT.usage,
      )
    return testServer(args, readTestOptions(args), context, MODULES, `node ${relative(process.cwd(), FILE) || FILE}`)
  },
})

const refusal = refuseNode(process.versions.node)
if (refusal === undefined) {
  endOnClosedPipe()
  const interruption = catchInterrupts()
  const setting = { version: TOOL.version, interruption, commands: [testAuth], name: basename(FILE) }
  await endProcess(await runProgram(process.argv.slice(2), setting))
} else {
  process.stderr.write(`error: ${refusal}\n`)
  process.exitCode = EXIT.usage
}
