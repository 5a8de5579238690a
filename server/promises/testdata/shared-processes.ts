import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'

/** One process of an application. */
export interface AppProcess {
  readonly url: string
  /** Its stderr so far. */
  errors(): string
  /** Sends a request; the status and the cookie that came back. */
  ask(method: string, path: string, init?: Asked): Promise<Answer>
  end(): Promise<void>
}

/** The credentials of a request. */
export interface Asked {
  readonly cookie?: string
  readonly body?: string
  readonly key?: string
  /** The address of the client. */
  readonly from?: string
}

/** The parts of a response that are compared. */
export interface Answer {
  readonly status: number
  readonly cookie: string
  readonly retryAfter: string | null
  readonly body: string
}

/** Starts a process of the application in `shared-app.ts`. */
export async function startProcess(store: string, options: object = {}): Promise<AppProcess> {
  const app = fileURLToPath(new URL('shared-app.ts', import.meta.url))
  const child: ChildProcess = fork(app, [JSON.stringify(options)], {
    env: { ...process.env, SVC_STORE: store },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const [url] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(errors))),
  ])) as [string]
  return {
    url,
    errors: () => errors,
    ask: async (method, path, { cookie, body, key, from = '192.0.2.1' } = {}) => {
      const headers = {
        'x-forwarded-for': from,
        ...(cookie === undefined ? {} : { cookie }),
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      }
      const response = await fetch(`${url}${path}`, { method, headers, body: body ?? null })
      const setCookie = response.headers.getSetCookie()[0] ?? ''
      return {
        status: response.status,
        cookie: setCookie.slice(0, setCookie.indexOf(';')),
        retryAfter: response.headers.get('retry-after'),
        body: await response.text(),
      }
    },
    end: async () => {
      const ended = child.exitCode === null ? once(child, 'exit') : undefined
      child.disconnect()
      await ended
    },
  }
}

/** A wire to a Redis that a test can cut, mend and make slow. */
export interface Wire {
  readonly port: number
  /** Milliseconds that each answer takes. */
  delay: number
  cut(): void
  /** Ends the connections; new ones go through. */
  drop(): void
  /** Leaves the connections open, and passes nothing on; new ones go through. */
  silence(): void
  mend(): void
  close(): Promise<void>
}

/** Opens a wire to a port. */
export async function openWire(to: number): Promise<Wire> {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return void near.destroy()
    const far = connect(to, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far)
    far.on('data', (chunk) => void setTimeout(() => near.writable && near.write(chunk), wire.delay))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const wire: Wire = {
    port: (server.address() as AddressInfo).port,
    delay: 0,
    cut: () => {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    drop: () => {
      for (const socket of sockets) socket.destroy()
    },
    silence: () => {
      for (const socket of sockets) socket.removeAllListeners('data').unpipe().resume()
    },
    mend: () => void (isCut = false),
    close: async () => {
      wire.cut()
      server.close()
      await once(server, 'close')
    },
  }
  return wire
}
