/** Memory that a server holds for clients that are connected or signed in. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { ServerProcess } from './server-process.ts'

const HELD = 1_000

interface Memory {
  /** Bytes on the heap and beside it, after a collection. */
  readonly used: number
  /** Bytes that the system has given to the process. */
  readonly resident: number
}

/** Kilobytes of resident memory for a connection that asked once and stays. */
export async function memoryPerConnection({ url }: ServerProcess): Promise<number> {
  const before = await readMemory(url)
  const sockets: Socket[] = []
  try {
    for (let count = 0; count < HELD; count++) {
      const socket = connect(Number(new URL(url).port), '127.0.0.1')
      sockets.push(socket)
      socket.write('GET /open HTTP/1.1\r\nHost: localhost\r\n\r\n')
      await once(socket, 'data')
    }
    return ((await readMemory(url)).resident - before.resident) / HELD / 1_024
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}

/** Kilobytes of the heap for a session that was used and is in the cache. */
export async function memoryPerSession({ url }: ServerProcess): Promise<number> {
  await signIn(url)
  const before = await readMemory(url)
  for (let count = 0; count < HELD; count++) await signIn(url)
  return ((await readMemory(url)).used - before.used) / HELD / 1_024
}

async function signIn(url: string): Promise<void> {
  const answer = await fetch(`${url}/login`)
  await answer.text()
  const cookie = answer.headers.getSetCookie().map((line) => line.split(';', 1)[0])
  const used = await fetch(`${url}/session`, { headers: { cookie: cookie.join('; ') } })
  await used.text()
  if (used.status !== 200) throw new Error(`a session that was just started is ${used.status}`)
}

async function readMemory(url: string): Promise<Memory> {
  return (await (await fetch(`${url}/memory`)).json()) as Memory
}
