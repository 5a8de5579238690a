import { KEY, TOKEN, type Scenario } from './scenarios.ts'

/** Routes of a table, all of which are asked for by turns. */
export const ROUTES = [10, 100, 1_000, 10_000] as const
/** Members of a list; the last has the credential. */
export const LENGTHS = [1, 2, 5, 10] as const
/** Folders, one in another. */
export const DEPTHS = [1, 5, 10, 20] as const
const CONNECTIONS = [1, 32, 256, 1_024] as const
/** Bytes of a body that is read as text. */
const SIZES = [0, 1_024, 16_384, 65_536, 1_048_576] as const

/** One figure of a curve. */
export interface Point {
  readonly at: number
  readonly scenario: Scenario
  readonly connections?: number
  readonly routes?: number
}

const bearer = { authorization: `Bearer ${TOKEN}` }
const open: Scenario = { name: 'open', path: '/open', status: 200 }

/** The curves by name. */
export const CURVES: Readonly<Record<string, readonly Point[]>> = {
  routes: ROUTES.map((at) => ({
    at,
    routes: at,
    scenario: { name: `${at} routes`, path: '/r7', status: 200, headers: bearer, script: 'routes.lua' },
  })),
  'members of a list': LENGTHS.map((at) => ({
    at,
    scenario: { name: `list of ${at}`, path: `/list/${at}`, status: 200, headers: { [`x-key-${at}`]: KEY } },
  })),
  'folders deep': DEPTHS.map((at) => ({
    at,
    scenario: {
      name: `${at} folders`,
      path: `/deep${at}${'/folder'.repeat(at - 1)}/leaf`,
      status: 200,
      headers: bearer,
    },
  })),
  connections: CONNECTIONS.map((at) => ({ at, connections: at, scenario: open })),
  'bytes of a body': SIZES.map((at) => ({
    at,
    scenario: {
      name: `body of ${at}`,
      path: '/length',
      status: 200,
      method: 'POST',
      body: 'x'.repeat(1_024),
      repeat: at / 1_024,
    },
  })),
}
