import type { Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { isOurs, type PrimaryMessage, type WorkerMessage } from './messages.ts'

/** Set for a worker, and not for what it starts itself. */
export const WORKER_VARIABLE = 'SVC_WORKER'

/** Whether a primary started this process. The second question has the same answer, but the variable is gone. */
export function isWorkerProcess(): boolean {
  isWorker ??= process.send !== undefined && process.env[WORKER_VARIABLE] === '1'
  delete process.env[WORKER_VARIABLE]
  return isWorker
}

let isWorker: boolean | undefined

/** Says something to the primary, if there still is one. */
export function tellPrimary(message: WorkerMessage): void {
  // Its end is reported as a disconnection.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined)
}

/** Calls a listener with what the primary says. */
export function hearPrimary(listen: (message: PrimaryMessage, socket: Socket | undefined) => void): void {
  process.on('message', (message, socket) => {
    if (isOurs(message)) listen(message as PrimaryMessage, socket as Socket | undefined)
  })
}

/**
 * Opens a server to the connections that the primary accepts.
 *
 * @throws the code of an error of the system, as an error with it, where the primary cannot listen
 */
export function listenThroughPrimary(server: Server, port: number, host: string, page: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    hearPrimary((message, socket) => {
      if (message.svc === 'listening') resolve(message.address)
      if (message.svc === 'refused') reject(Object.assign(new Error(message.code), { code: message.code }))
      if (message.svc !== 'connection') return
      tellPrimary({ svc: 'taken', id: message.id })
      // Absent where the client is gone.
      if (!socket) return
      socket.allowHalfOpen = true
      server.emit('connection', socket)
    })
    tellPrimary({ svc: 'ready', port, host, page })
  })
}
