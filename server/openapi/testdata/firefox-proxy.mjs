#!/usr/bin/env node
/**
 * Stands in for Firefox where playwright starts it, passes every message of WebDriver BiDi on, and answers the one command
 * that a release of Firefox does not know, without which playwright opens no page. `SVC_FIREFOX` names the program.
 */
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import createAdapter from 'crossws/adapters/node'
import WebSocket from 'crossws/websocket'

/** Colours and motion stay as the profile has them. */
const UNKNOWN = 'emulation.setMediaFeaturesOverride'
const LISTENING = /WebDriver BiDi listening on (ws:\/\/\S+)/

const firefox = spawn(process.env.SVC_FIREFOX, process.argv.slice(2), { stdio: ['ignore', 'inherit', 'pipe'] })
firefox.once('exit', (code) => process.exit(code ?? 1))
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => firefox.kill(signal))

for await (const line of createInterface({ input: firefox.stderr })) {
  const [, endpoint] = LISTENING.exec(line) ?? []
  if (endpoint === undefined) console.error(line)
  else console.error(`WebDriver BiDi listening on ws://127.0.0.1:${await relay(`${endpoint}/session`)}`)
}

/** Relays to an endpoint. @returns the port */
async function relay(endpoint) {
  const links = new Map()
  const adapter = createAdapter({
    hooks: {
      open: (peer) => links.set(peer.id, open(endpoint, peer)),
      async message(peer, message) {
        const text = message.text()
        const { id, method } = JSON.parse(text)
        if (method === UNKNOWN) peer.send(JSON.stringify({ type: 'success', id, result: {} }))
        else (await links.get(peer.id)).send(text)
      },
      close: async (peer) => (await links.get(peer.id)).close(),
    },
  })
  const server = createServer().on(
    'upgrade',
    (request, socket, head) => void adapter.handleUpgrade(request, socket, head),
  )
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server.address().port
}

async function open(endpoint, peer) {
  const socket = new WebSocket(endpoint)
  socket.addEventListener('message', ({ data }) => peer.send(String(data)))
  socket.addEventListener('close', () => peer.close())
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  return socket
}
