import { fileURLToPath } from 'node:url'

/** A server that listens on `127.0.0.1:$PORT` and answers the paths of the scenarios. */
export interface Contestant {
  readonly name: string
  /** Program and arguments. */
  readonly command: readonly string[]
  /** The file that `npm run bench:install` builds for it. */
  readonly build?: string
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const peer = (file: string, name: string): Contestant => ({
  name,
  command: [process.execPath, here(`peers/${file}.mjs`)],
})
/** svc runs as it is published: compiled, from dist/. */
const own = (file: string, name: string): Contestant => ({
  name,
  command: [process.execPath, '--import=tsx', here(`${file}.ts`)],
})

/** Nitro runs as its guide says: the server that it has built. */
function nitro(): Contestant {
  const build = here('peers/nitro/.output/server/index.mjs')
  return { name: 'nitro', command: [process.execPath, build], build }
}

/** The unit: every figure is a ratio to it. */
export const BASELINE: Contestant = peer('raw', 'node:http')

export const CONTESTANTS: readonly Contestant[] = [
  own('svc-listen', 'svc'),
  peer('h3', 'h3'),
  nitro(),
  peer('fastify', 'fastify'),
  peer('hono', 'hono'),
  peer('elysia', 'elysia'),
  peer('hapi', 'hapi'),
  peer('express', 'express + passport'),
]

/** The name of svc as it is deployed. */
export const BUILT = 'svc (built)'

/** `svc start` of a built project, which logs what fails, as the others log nothing by default. */
export function builtContestant(project: string): Contestant {
  return {
    name: BUILT,
    command: [process.execPath, here('../../dist/bin/svc.js'), 'start', project, '--log', 'errors'],
  }
}
