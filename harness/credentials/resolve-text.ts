import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { HarnessError } from '../model/failure.ts'
import { findSecret } from './secret.ts'

/** Where the texts of fixtures come from. */
export interface TextSource {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Folder of the fixtures: what `file:` is relative to. */
  readonly directory: string
  /** Whether `exec:` may run a program. */
  readonly allowExec: boolean
  /** Nothing will be sent: what a variable, a file or a program would give is not needed. */
  readonly dry?: boolean
  /** The text of the module that the fixtures stand in: what is not in it was computed. Absent for YAML and JSON. */
  readonly written?: string
}

/** A text that was resolved. */
export interface ResolvedText {
  readonly value: string
  /** `env:NAME`, `file:name`, `exec:program`, `literal`. */
  readonly origin: string
}

/**
 * Replaces `secret('NAME')`, `${NAME}`, `${NAME:-default}`, `file:…` and `exec:…` by what they stand for.
 *
 * @param place what is being resolved, for messages: `credentials.TokenAuth.valid`
 * @throws HarnessError for a variable that is not set, a file that cannot be read, a program that is not allowed.
 */
export function resolveText(text: unknown, place: string, source: TextSource): ResolvedText {
  const variable = findSecret(text)
  if (variable !== undefined)
    return { value: readVariable(variable, undefined, place, source), origin: `env:${variable}` }
  if (typeof text !== 'string') throw new HarnessError('SVC_FIXTURE_TYPE', `${place} must be a text or secret('NAME')`)
  if (text.startsWith('file:')) return { value: readSecretFile(text.slice(5), place, source), origin: text }
  if (text.startsWith('exec:'))
    return { value: runProgram(text.slice(5), place, source), origin: `exec:${text.slice(5).split(' ')[0] ?? ''}` }
  const names: string[] = []
  const value = text.replaceAll(VARIABLE, (_, name: string, otherwise: string | undefined) => {
    names.push(name)
    return readVariable(name, otherwise, place, source)
  })
  return { value, origin: names.length > 0 ? `env:${names.join('+')}` : 'literal' }
}

const VARIABLE = /\$\{(\w+)(?::-([^}]*))?\}/g

/** The first variable that a text asks for, as it is written: `${NAME}`. */
export function findVariable(text: string): string | undefined {
  return text.match(VARIABLE)?.[0]
}

/** @throws HarnessError for `${NAME}` where it would be sent, or compared, as it is written. */
export function requireNoVariable(text: string, place: string): void {
  const variable = findVariable(text)
  if (variable === undefined) return
  const fix = 'Write the name itself, or fixtures in TypeScript, which can compute it.'
  throw new HarnessError('SVC_FIXTURE_TYPE', `${place}: ${variable} is not replaced in a name. ${fix}`)
}

function readVariable(name: string, otherwise: string | undefined, place: string, { env, dry }: TextSource): string {
  const value = env[name]
  if (value !== undefined && value !== '') return value
  if (otherwise !== undefined) return otherwise
  if (dry) return standIn(name)
  throw new HarnessError(
    'SVC_FIXTURE_SECRET',
    `the environment variable ${name} is not set; ${place} of the fixtures needs it. Set it, or write \${${name}:-…}.`,
  )
}

/** In place of a secret that nothing will be sent with; no two are alike. */
function standIn(name: string): string {
  return `svc-stand-in-for-${name}`
}

function readSecretFile(name: string, place: string, { directory, dry }: TextSource): string {
  if (dry) return standIn(name)
  try {
    return readFileSync(resolve(directory, name), 'utf8').trim()
  } catch (cause) {
    throw new HarnessError(
      'SVC_FIXTURE_SECRET',
      `${place} of the fixtures names the file ${name}, which cannot be read`,
      2,
      { cause },
    )
  }
}

function runProgram(command: string, place: string, { allowExec, directory, dry }: TextSource): string {
  if (dry) return standIn(command)
  if (!allowExec)
    throw new HarnessError('SVC_FIXTURE_SECRET', `${place} of the fixtures runs a program; say --allow-exec to let it`)
  const [program = '', ...args] = command.trim().split(/\s+/)
  try {
    return execFileSync(program, args, {
      cwd: directory,
      encoding: 'utf8',
      timeout: 30_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch (cause) {
    throw new HarnessError('SVC_FIXTURE_SECRET', `${place} of the fixtures runs ${program}, which failed`, 2, { cause })
  }
}
