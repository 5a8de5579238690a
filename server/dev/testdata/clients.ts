import { request, Agent } from 'node:http'

/**
 * A process of keep-alive clients for tests of reloading. Arguments: the server's URL, and JSON of
 * `{ name, path, headers }[]`. Each target gets four clients that ask it without pause until standard input ends; then
 * it prints, by target, how often each status came, and each error.
 */
interface Target {
  readonly name: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

const [url = '', targetsText = '[]'] = process.argv.slice(2)
const targets = JSON.parse(targetsText) as readonly Target[]
const agent = new Agent({ keepAlive: true })
const counts: Record<string, Record<string, number>> = {}
const stopped = new AbortController()

function ask({ path, headers }: Target): Promise<string> {
  return new Promise((resolve) => {
    const sent = request(`${url}${path}`, { agent, headers }, (response) => {
      response.resume()
      response.on('end', () => resolve(String(response.statusCode)))
      response.on('error', (error) => resolve(error.message))
    })
    sent.on('error', (error) => resolve(error.message))
    sent.end()
  })
}

async function runClient(target: Target): Promise<void> {
  const count = (counts[target.name] ??= {})
  while (!stopped.signal.aborted) {
    const outcome = await ask(target)
    count[outcome] = (count[outcome] ?? 0) + 1
    if (count[outcome] === 1) process.stdout.write(`${JSON.stringify({ first: [target.name, outcome] })}\n`)
  }
}

process.stdin.on('end', () => stopped.abort()).resume()
await Promise.all(targets.flatMap((target) => [1, 2, 3, 4].map(() => runClient(target))))
process.stdout.write(`${JSON.stringify({ counts })}\n`)
agent.destroy()
