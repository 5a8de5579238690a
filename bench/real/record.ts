import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { Recorder, type Step } from '../../fixtures/strangers/record.ts'
import type { Target } from './targets.ts'

type Json = Readonly<Record<string, unknown>>

/** A request of a user: fixed, or made of the answers that came before, the newest first. */
export type Played = Step | ((answers: readonly Json[]) => Step)

/** The parts of `auth.yaml` that a client needs. */
interface Login {
  readonly login: {
    readonly request: { readonly path: string; readonly body: object }
    readonly take: { readonly json: string; readonly prefix?: string }
  }
}

/**
 * Plays the requests of users, as clients of the application send them, and writes a recording of each.
 *
 * @returns the arguments of `--har`
 */
export async function recordUsers(
  { record, base = '', secrets }: Target,
  { origin, fixtures, folder }: Readonly<Record<'origin' | 'fixtures' | 'folder', string>>,
): Promise<readonly string[]> {
  const { login } = parse(readFileSync(fixtures, 'utf8')) as Login
  const done: string[] = []
  for (const { user, password, steps } of record ?? []) {
    const recorder = new Recorder(origin + base)
    const filled = JSON.stringify(login.request.body)
      .replace('{user}', user)
      .replace('{password}', secrets[password] ?? '')
    const first = { method: 'POST', path: login.request.path, json: JSON.parse(filled) as object }
    const answers: Json[] = [await recorder.play(first)]
    const token = login.take.json
      .split('/')
      .slice(1)
      .reduce<unknown>((value, step) => (value as Json)[step], answers[0])
    const headers = { authorization: `${login.take.prefix ?? 'Bearer '}${String(token)}` }
    for (const step of steps) {
      const own = typeof step === 'function' ? step(answers) : step
      answers.unshift(await recorder.play({ ...own, headers }))
    }
    const file = join(folder, `${user}.har`)
    recorder.save(file)
    done.push(`${user}=${file}`)
  }
  return done
}
