/**
 * `npm run bench:curves`: what a request to svc costs as the work around it grows, and what an idle connection holds. One
 * run of about two minutes; of three slices of a second the cheapest counts, since other work on a machine only adds.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { CURVES, type Point } from './curve-points.ts'
import { load } from './load.ts'
import { checkAnswer, type ServerProcess, startServer } from './server-process.ts'
import { describeMachine, writeSection } from './table.ts'

const SLICES = 3
const IDLE = 2_000

async function serve(routes: number): Promise<ServerProcess> {
  process.env['ROUTES'] = String(routes)
  const file = fileURLToPath(new URL('curve-server.ts', import.meta.url))
  return startServer({ name: 'svc', command: [process.execPath, '--import=tsx', file] })
}

/** Microseconds of the server's processor time. */
async function measure(server: ServerProcess, { scenario, connections }: Point): Promise<number> {
  await checkAnswer(server, scenario)
  const costs: number[] = []
  for (let slice = 0; slice <= SLICES; slice++) costs.push(1e6 / (await load(server, scenario, 1, connections)).perCpu)
  return Math.min(...costs.slice(1))
}

/** Kilobytes of resident memory for each connection that asked once and stays. */
async function memoryPerConnection(server: ServerProcess): Promise<number> {
  const { port } = new URL(server.url)
  const before = server.readMemory()
  const sockets: Socket[] = []
  for (let count = 0; count < IDLE; count++) {
    const socket = connect(Number(port), '127.0.0.1')
    sockets.push(socket)
    socket.write('GET /open HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await once(socket, 'data')
  }
  const held = server.readMemory() - before
  for (const socket of sockets) socket.destroy()
  return held / IDLE / 1_024
}

const lines = ['| | µs of processor time per request |', '|---|---|']
for (const [name, points] of Object.entries(CURVES)) {
  const cells: string[] = []
  let server: ServerProcess | undefined
  for (const point of points) {
    if (!server || point.routes !== undefined) {
      await server?.close()
      server = await serve(point.routes ?? 10)
    }
    cells.push(`${point.at.toLocaleString('en')}: ${(await measure(server, point)).toFixed(1)}`)
  }
  if (name === 'connections' && server) {
    const held = await memoryPerConnection(server)
    lines.push(`| an idle connection | ${held.toFixed(1)} KB of memory |`)
  }
  await server?.close()
  lines.push(`| ${name} | ${cells.join(' · ')} |`)
  process.stderr.write(`${name}: ${cells.join(', ')}\n`)
}
const text = `${lines.join('\n')}\n\n${describeMachine()}; the best of ${SLICES} slices of a second for each figure.`
process.stdout.write(`${text}\n`)
writeSection(new URL('../../docs/performance.md', import.meta.url), 'bench:curves', text)
