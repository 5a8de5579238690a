import { readFileSync, watch } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { CommandError } from './command.ts'
import { EXIT } from '../server/base/exit-codes.ts'

/** The purpose that a project is read for. Tests have files of their own, so that they need not meet the database of development. */
export type EnvMode = 'development' | 'test'

/** Later files win over earlier ones; what the environment has already wins over all of them. */
const FILES: Readonly<Record<EnvMode, readonly string[]>> = {
  development: ['.env', '.env.local'],
  test: ['.env', '.env.local', '.env.test', '.env.test.local'],
}

/**
 * Reads `.env` and `.env.local` of a project into the environment, for tests `.env.test` and `.env.test.local` too.
 *
 * @returns a line for the user with the names of the files and the number of variables, never a value; `undefined` if there are no such files
 */
export function readProjectEnv(root: string, mode: EnvMode, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const found = FILES[mode].flatMap((name) => {
    const variables = readEnvFile(join(root, name))
    return variables ? [{ name, variables }] : []
  })
  if (found.length === 0) return undefined
  const variables = Object.assign({}, ...found.map((file) => file.variables)) as NodeJS.Dict<string>
  const kept = setMissing(variables, env)
  const count = Object.keys(variables).length - kept
  const note = kept === 0 ? '' : `, ${kept} kept from the environment`
  return `env  ${found.map(({ name }) => name).join(', ')}  ${count} set${note}`
}

/** Reads the files of a project into the environment, and names them on stderr. */
export function enterProjectEnv(root: string, mode: EnvMode): void {
  const line = readProjectEnv(root, mode)
  if (line !== undefined) process.stderr.write(`${line}\n`)
}

/** Reports a change of `.env` or `.env.local`, which are read once, at the start. Ends with the signal. */
export function watchProjectEnv(root: string, report: (line: string) => void, signal: AbortSignal): void {
  const known = new Map(FILES.development.map((name) => [name, textOf(join(root, name))]))
  const look = (): void => {
    for (const [name, before] of known) {
      const now = textOf(join(root, name))
      if (now === before) continue
      known.set(name, now)
      report(`env  ${name} has changed; start svc dev again to read it`)
    }
  }
  try {
    const watcher = watch(root, { signal, persistent: false }, (_event, name) => {
      if (name === null || known.has(name)) look()
    })
    watcher.on('error', () => undefined)
  } catch {
    // The reload, which watches the same folder, reports that it cannot be watched.
  }
}

/**
 * Reads the file of `--dotenv` into the environment. Node reads `--env-file` of any command line, also behind the script, and
 * ends before the script runs where that file is missing.
 *
 * @throws {@link CommandError} where it cannot be read
 */
export function requireEnvFile(file: string, env: NodeJS.ProcessEnv = process.env): void {
  const variables = readEnvFile(file)
  if (!variables)
    throw new CommandError(
      'SVC_ENV_FILE',
      `--dotenv ${file}  cannot be read from ${process.cwd()}. Write the variables into that file, or name one that exists.`,
      EXIT.usage,
    )
  setMissing(variables, env)
}

function readEnvFile(file: string): NodeJS.Dict<string> | undefined {
  const text = textOf(file)
  return text === undefined ? undefined : parseEnv(text)
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Returns how many variables were there already. */
function setMissing(variables: NodeJS.Dict<string>, env: NodeJS.ProcessEnv): number {
  const names = Object.keys(variables)
  const missing = names.filter((name) => env[name] === undefined)
  for (const name of missing) env[name] = variables[name]
  return names.length - missing.length
}
