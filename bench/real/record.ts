import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Recorder, type Step } from '../../fixtures/strangers/record.ts'
import type { Target } from './targets.ts'

/** A Postman collection of an application, as its own authors wrote it, and what each user plays it with. */
export interface Collection {
  /** Below the work folder. */
  readonly file: string
  /** By the user of the fixtures: values of its variables. */
  readonly users: Readonly<Record<string, Variables>>
  /** By the user: texts of it in the place of others, where it names its user in so many words. */
  readonly texts?: Readonly<Record<string, readonly (readonly [text: string, own: string])[]>>
  /** Paths that are not played. */
  readonly skip?: readonly string[]
}

type Variables = Readonly<Record<string, string>>
type Json = Readonly<Record<string, unknown>>

interface Item {
  readonly item?: readonly Item[]
  readonly request?: {
    readonly method: string
    readonly url: {
      readonly raw: string
      readonly variable?: readonly { readonly key: string; readonly value: string }[]
    }
    readonly header?: readonly { readonly key: string; readonly value: string }[]
    readonly body?: { readonly raw?: string }
    readonly auth?: { readonly bearer?: readonly { readonly key: string; readonly value: string }[] } | null
  }
  readonly event?: readonly { readonly script: { readonly exec?: readonly string[] } }[]
}

/**
 * Plays the collection of an application once for each user, and writes a recording of each.
 *
 * @returns the arguments of `--har`
 */
export async function recordUsers(
  { collection }: Target,
  { origin, folder, cache }: Readonly<Record<'origin' | 'folder' | 'cache', string>>,
): Promise<readonly string[]> {
  const done: string[] = []
  for (const [user, variables] of Object.entries(collection?.users ?? {})) {
    let text = readFileSync(join(folder, collection?.file ?? ''), 'utf8')
    for (const [given, own] of collection?.texts?.[user] ?? []) text = text.replaceAll(given, own)
    const recorder = new Recorder(origin)
    await play(JSON.parse(text) as Item, { ...variables }, recorder, { origin, skip: collection?.skip ?? [] })
    const file = join(cache, `${user}.har`)
    recorder.save(file)
    done.push(`${user}=${file}`)
  }
  return done
}

async function play(
  { item = [], request, event = [] }: Item,
  variables: Record<string, string>,
  recorder: Recorder,
  about: { readonly origin: string; readonly skip: readonly string[] },
): Promise<void> {
  for (const one of item) await play(one, variables, recorder, about)
  if (request === undefined) return
  const step = stepOf(request, { ...variables, baseUrl: about.origin, APIURL: about.origin }, about.origin)
  if (about.skip.includes(step.path)) return
  const answer = await recorder.play(step)
  for (const line of event.flatMap(({ script }) => script.exec ?? [])) {
    const [, name, path = ''] = /\bset\(['"](\w+)['"],\s*([\w.]+)\)/.exec(line) ?? []
    const value = name === undefined ? undefined : valueAt(answer, path)
    if (name !== undefined && value !== undefined) variables[name] = value
  }
}

function stepOf(
  { method, url, header = [], body, auth }: NonNullable<Item['request']>,
  variables: Variables,
  origin: string,
): Step {
  const fill = (text: string): string => text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => variables[name] ?? '')
  const params = Object.fromEntries((url.variable ?? []).map(({ key, value }) => [key, encodeURIComponent(value)]))
  const path = fill(url.raw)
    .slice(origin.length)
    .replaceAll(/\/:(\w+)/g, (_, name: string) => `/${params[name] ?? ''}`)
  const bearer = auth?.bearer?.find(({ key }) => key === 'token')
  const lines = header.flatMap(({ key, value }) =>
    key === '' || /^content-type$/i.test(key) ? [] : [[key, fill(value)] as const],
  )
  const own = bearer === undefined ? [] : [['Authorization', `Bearer ${fill(bearer.value)}`] as const]
  const json = body?.raw === undefined || body.raw === '' ? {} : { json: JSON.parse(fill(body.raw)) as object }
  return { method, path, headers: Object.fromEntries([...lines, ...own]), ...json }
}

/** Scripts of collections name what was read: `user.token`, `jsonData.auth_token`. */
function valueAt(answer: Json, path: string): string | undefined {
  const walk = (steps: readonly string[]): unknown =>
    steps.reduce<unknown>((value, step) => (value as Json | undefined)?.[step], answer)
  const steps = path.split('.')
  const value = walk(steps) ?? walk(steps.slice(1))
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
