import { Agent, get } from 'node:http'

/** The result of a load. */
export interface LoadResult {
  /** Answers by status. */
  readonly statuses: Readonly<Record<number, number>>
  /**
   * Requests that got no answer, by the code of their error. Not counted: a refused connection, which was not accepted, and a
   * request on a connection that was idle for {@link LINGER}, which a server may close at any time.
   */
  readonly lost: Readonly<Record<string, number>>
}

/** Clients that ask again as soon as they are answered. */
export interface Load {
  /** Resolves when so many requests were answered from now on. */
  answered(count: number): Promise<void>
  /** Ends the load when the requests under way are through. */
  stop(): Promise<LoadResult>
}

/** Milliseconds. A connection that was on its way to a worker which is killed stays open without an answer. */
const NO_ANSWER = 60_000
/** Milliseconds for which a worker that drains keeps an idle connection open. Clients on a busy machine may be slower. */
const LINGER = 1_000

/** Loads a server with keep-alive clients until it is stopped, or until nothing listens any more. */
export function startLoad(url: string, clients: number): Load {
  const statuses: Record<number, number> = {}
  const lost: Record<string, number> = {}
  const waiting = new Set<() => void>()
  let total = 0
  const end = new AbortController()
  /** @param previous when the last request on this connection began: the server has answered it since */
  const ask = (agent: Agent, previous: number): Promise<boolean> =>
    new Promise((resolve) => {
      let sent: number | undefined
      const request = get(url, { agent, timeout: NO_ANSWER }, (response) => {
        response.resume()
        response.on('end', () => {
          statuses[response.statusCode ?? 0] = (statuses[response.statusCode ?? 0] ?? 0) + 1
          total++
          for (const look of waiting) look()
          resolve(true)
        })
        response.on('error', (error: NodeJS.ErrnoException) => fail(error))
      })
      const fail = ({ code = 'unknown' }: NodeJS.ErrnoException): void => {
        if (code === 'ECONNREFUSED') return resolve(false)
        if (request.reusedSocket && (sent ?? performance.now()) - previous >= LINGER) return resolve(true)
        lost[code] = (lost[code] ?? 0) + 1
        resolve(true)
      }
      request.on('finish', () => (sent = performance.now()))
      request.on('error', fail)
      request.on('timeout', () => request.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })))
    })
  const client = async (): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    let [previous, begun] = [Infinity, performance.now()]
    while (!end.signal.aborted && (await ask(agent, previous))) [previous, begun] = [begun, performance.now()]
    agent.destroy()
  }
  const running = Promise.all(Array.from({ length: clients }, client))
  return {
    answered: (count) => {
      const goal = total + count
      return new Promise((resolve) => {
        const look = (): void => {
          if (total < goal) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        void running.then(() => resolve())
      })
    },
    stop: async () => {
      end.abort()
      await running
      return { statuses, lost }
    },
  }
}
