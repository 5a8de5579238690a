import { KEY, type Scenario, TOKEN } from './scenarios.ts'

/** Members of a list; the last has the credential. */
export const LENGTHS = [1, 2, 5, 10] as const
/** Folders, one in another. */
export const DEPTHS = [1, 5, 10, 20] as const
const ROUTES = [10, 100, 1_000, 10_000] as const
const CONNECTIONS = [1, 32, 256, 1_024] as const
/** Bytes of a body that is read as text. */
const SIZES = [0, 16_384, 131_072, 1_048_576] as const
const WORKERS = [1, 2] as const

/** One figure of a curve. */
export interface Point {
  readonly at: number
  readonly scenario: Scenario
  readonly connections?: number
  /** Of the server, which is started anew where they differ from those of the point before. */
  readonly variables?: Readonly<Record<string, string>>
}

/** The quantity that grows, and the cost of a request then. */
export interface Curve {
  readonly name: string
  readonly server: 'listen' | 'built' | 'raw'
  readonly points: readonly Point[]
}

const bearer = { authorization: `Bearer ${TOKEN}` }
const open: Scenario = { name: 'open', path: '/open', status: 200 }

export const CURVES: readonly Curve[] = [
  {
    name: 'routes, asked for by turns, each second one with a parameter',
    server: 'listen',
    points: ROUTES.map((at) => ({
      at,
      variables: { ROUTES: String(at) },
      scenario: { name: `${at} routes`, path: '/r1/7', status: 200, headers: bearer, script: 'curves.lua' },
    })),
  },
  {
    name: 'members of a list, of which the last passes',
    server: 'listen',
    points: LENGTHS.map((at) => ({
      at,
      scenario: { name: `list of ${at}`, path: `/list/${at}`, status: 200, headers: { [`x-key-${at}`]: KEY } },
    })),
  },
  {
    name: 'folders deep, with a parameter behind them',
    server: 'listen',
    points: DEPTHS.map((at) => ({
      at,
      scenario: { name: `${at} deep`, path: `/deep${at}${'/folder'.repeat(at - 1)}/7`, status: 200, headers: bearer },
    })),
  },
  {
    name: 'connections',
    server: 'listen',
    points: CONNECTIONS.map((at) => ({ at, connections: at, scenario: open })),
  },
  {
    name: 'connections, of the hand-written handler',
    server: 'raw',
    points: CONNECTIONS.map((at) => ({ at, connections: at, scenario: open })),
  },
  {
    name: 'bytes of a body that is read',
    server: 'listen',
    points: SIZES.map((at) => ({
      at,
      scenario: {
        name: `body of ${at}`,
        path: '/length',
        status: 200,
        method: 'POST',
        headers: { 'x-bytes': String(at) },
        script: 'curves.lua',
      },
    })),
  },
  {
    name: 'workers on one processor (`svc start`)',
    server: 'built',
    points: WORKERS.map((at) => ({ at, variables: { WORKERS: String(at) }, scenario: open })),
  },
]
