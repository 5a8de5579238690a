/**
 * Sends the public collection of the RealWorld specification to servers, and counts its assertions.
 *
 *     node --import=tsx run-collection.ts [--collection FILE] http://localhost:3000/api …
 *
 * The collection is fetched at a pinned commit unless a file is named, and is not kept. Its scripts run in a context of their own,
 * which has the answer and nothing of Node. Ends with 1 where an assertion fails or the collection cannot be had.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { runInNewContext } from 'node:vm'

const COMMIT = '747190ecf0bb27d461cf1100f6cb3468c6c914ed'
const SOURCE = `https://raw.githubusercontent.com/gothinkster/realworld/${COMMIT}/api/Conduit.postman_collection.json`
const DIGEST = 'd6e9a7e5ea83e60afff7e1ed171995e268d9be1486d2616475c995f0cdfea8b1'

/** A folder of requests, or a request. */
interface Item {
  readonly name: string
  readonly item?: readonly Item[]
  readonly request?: {
    readonly method: string
    readonly url: string | { readonly raw: string }
    readonly header?: readonly { readonly key: string; readonly value: string }[]
    readonly body?: { readonly raw?: string }
  }
  readonly event?: readonly { readonly listen: string; readonly script: { readonly exec: readonly string[] } }[]
}

interface Outcome {
  readonly passed: number
  readonly failed: readonly string[]
}

/** @throws Error where the collection is not there, or is not the one that was counted */
async function readCollection(file: string | undefined): Promise<readonly Item[]> {
  const text = file === undefined ? await fetchText(SOURCE) : readFileSync(file, 'utf8')
  const digest = createHash('sha256').update(text).digest('hex')
  if (digest !== DIGEST) throw new Error(`the collection is another one: SHA-256 ${digest}, expected ${DIGEST}`)
  return (JSON.parse(text) as { readonly item: readonly Item[] }).item
}

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return response.text()
}

/** The requests of a collection in their order, with the names of their folders. */
function requestsOf(items: readonly Item[], folder = ''): readonly Item[] {
  return items.flatMap((item) => {
    const name = `${folder}${item.name}`
    return item.item ? requestsOf(item.item, `${name} / `) : [{ ...item, name }]
  })
}

/** Sends all requests, one after the other: later ones use what earlier ones got. */
async function play(items: readonly Item[], url: string): Promise<Outcome> {
  const name = `u${Date.now()}`
  const variables = new Map<string, unknown>([
    ['APIURL', url],
    ['USERNAME', name],
    ['EMAIL', `${name}@mail.example`],
    ['PASSWORD', 'password'],
  ])
  const fill = (text: string): string => text.replace(/\{\{(\w+)\}\}/g, (_, key: string) => String(variables.get(key)))
  const outcome = { passed: 0, failed: [] as string[] }
  for (const { name: title, request, event = [] } of requestsOf(items)) {
    if (!request) continue
    const response = await fetch(fill(typeof request.url === 'string' ? request.url : request.url.raw), {
      method: request.method,
      headers: (request.header ?? []).map(({ key, value }) => [key, fill(value)] as [string, string]),
      ...(request.body?.raw ? { body: fill(request.body.raw) } : {}),
    })
    const tests: Record<string, unknown> = {}
    const context = {
      environment: {},
      responseBody: await response.text(),
      responseCode: { code: response.status },
      tests,
      pm: {
        globals: {
          get: (key: string) => variables.get(key),
          set: (key: string, value: unknown) => void variables.set(key, value),
        },
      },
    }
    for (const { script } of event.filter(({ listen }) => listen === 'test')) {
      try {
        runInNewContext(script.exec.join('\n'), context, { timeout: 1_000 })
      } catch (error) {
        outcome.failed.push(`${title}: ${response.status} ${String(error)}`)
      }
    }
    for (const [assertion, isTrue] of Object.entries(tests)) {
      if (isTrue) outcome.passed++
      else outcome.failed.push(`${title}: ${response.status} ${assertion}`)
    }
  }
  return outcome
}

const { values, positionals } = parseArgs({ options: { collection: { type: 'string' } }, allowPositionals: true })
if (positionals.length === 0) throw new Error('which server? Name its address: http://localhost:3000/api')
let items: readonly Item[] = []
try {
  items = await readCollection(values.collection)
} catch (error) {
  process.exitCode = 1
  console.log(`SKIPPED: no collection, ${String(error)}. Name a file: --collection FILE`)
}
if (items.length > 0) {
  for (const url of positionals) {
    const { passed, failed } = await play(items, url)
    console.log(`${url}  ${passed} of ${passed + failed.length} assertions`)
    for (const line of failed) console.log(`  ${line}`)
    if (failed.length > 0 || passed === 0) process.exitCode = 1
  }
}
