import { resolve } from 'node:path'
import { defineCommand, type Command, type CommandContext } from '../command.ts'
import { EXIT, type ExitCode } from '../../server/base/exit-codes.ts'
import type { ProjectAnswers } from '../init/template.ts'

/** `svc init [dir]` */
export const init: Command = defineCommand({
  command: 'init [dir]',
  describe: 'Write a new project',
  builder: (yargs) =>
    yargs
      .positional('dir', { type: 'string', default: '.', describe: 'New or empty folder' })
      .option('name', { type: 'string', describe: 'Name of the project; that of the folder if absent', nargs: 1 })
      .option('auth', {
        type: 'string',
        describe: 'bearer, key, session, jwt, oidc; bearer,session if absent',
        nargs: 1,
      })
      .option('yes', { alias: 'y', type: 'boolean', describe: 'Ask nothing' }),
  run: async ({ dir, name, auth, yes }, context) => {
    const [{ completeAnswers }, { requireEmpty }, { readKinds }, { requireName }] = await Promise.all([
      import('../init/answers.ts'),
      import('../init/create-project.ts'),
      import('../init/kinds.ts'),
      import('../init/project-name.ts'),
    ])
    const root = resolve(dir)
    const given = {
      name: name === undefined ? undefined : requireName(name),
      kinds: auth === undefined ? undefined : readKinds(auth),
    }
    await requireEmpty(root)
    const { stdin, stdout, stderr } = process
    const isAsked = yes !== true && stdin.isTTY && stdout.isTTY
    const terminal = isAsked ? { input: stdin, output: stderr, signal: context.signal } : undefined
    const answers = await completeAnswers(given, root, terminal).catch((error: unknown) => {
      // Ctrl+C and Ctrl+D, which a question on a terminal reads as keys.
      if (error instanceof Error && error.name === 'AbortError') return undefined
      throw error
    })
    if (answers === undefined) {
      stderr.write('\nNothing was written.\n')
      return EXIT.interrupted
    }
    return write(root, answers, dir, context)
  },
})

async function write(root: string, answers: ProjectAnswers, dir: string, context: CommandContext): Promise<ExitCode> {
  const [{ createProject }, { loadProject }, { writeRoutesLock }] = await Promise.all([
    import('../init/create-project.ts'),
    import('../project.ts'),
    import('./routes.ts'),
  ])
  const from = process.cwd()
  process.stderr.write(`${answers.name}  npm packs svc into vendor/, which takes some seconds\n`)
  const files = await createProject(root, answers)
  // As any command loads it. That writes the types, and the lock of the routes makes two files more.
  const project = await loadProject(root)
  try {
    await writeRoutesLock(project)
  } finally {
    await project.close()
  }
  if (context.signal.aborted) return EXIT.interrupted
  const steps = [
    ...(root === from ? [] : [`cd ${/^[\w./\\:~-]+$/.test(dir) ? dir : JSON.stringify(dir)}`]),
    'npm install',
    'npm run dev',
  ]
  process.stderr.write(
    `${answers.name}  ${files + 2} files written. Next:\n${steps.map((step) => `  ${step}\n`).join('')}`,
  )
  return EXIT.ok
}
