import { fileURLToPath } from 'node:url'
import type { Extra } from './scenarios.ts'

/** A server that listens on `127.0.0.1:$PORT` and answers the paths of the scenarios. */
export interface Contestant {
  readonly name: string
  /** Program and arguments. */
  readonly command: readonly string[]
  /** The file that `npm run bench:install` builds for it. */
  readonly build?: string
  /** The parts that it has of those that not every server has. */
  readonly extras?: readonly Extra[]
}

const ALL: readonly Extra[] = ['jwt', 'cors']
/** Others have no word for whose a record is. */
const OWN: readonly Extra[] = [...ALL, 'resource']

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const peer = (file: string, name: string, extras: readonly Extra[] = []): Contestant => ({
  name,
  command: [process.execPath, here(`peers/${file}.mjs`)],
  extras,
})
/** svc runs as it is published: compiled, from dist/. */
const own = (file: string, name: string): Contestant => ({
  name,
  command: [process.execPath, '--import=tsx', here(`${file}.ts`)],
  extras: OWN,
})

/** Nitro runs as its guide says: the server that it has built. */
function nitro(): Contestant {
  const build = here('peers/nitro/.output/server/index.mjs')
  return { name: 'nitro', command: [process.execPath, build], build }
}

/** The unit: every figure is a ratio to it. */
export const BASELINE: Contestant = peer('raw', 'node:http', OWN)

export const CONTESTANTS: readonly Contestant[] = [
  own('svc-listen', 'svc'),
  peer('h3', 'h3'),
  nitro(),
  peer('fastify', 'fastify', ALL),
  peer('hono', 'hono', ALL),
  peer('elysia', 'elysia'),
  peer('hapi', 'hapi'),
  peer('express', 'express + passport', ALL),
]

/** The name of svc as it is deployed. */
export const BUILT = 'svc (built)'

/** `svc start` of a built project, which logs what fails, as the others log nothing by default. */
export function builtContestant(project: string): Contestant {
  return {
    name: BUILT,
    command: [process.execPath, here('../../dist/bin/svc.js'), 'start', project, '--log', 'errors'],
    extras: OWN,
  }
}
