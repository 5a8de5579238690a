import { expect } from 'chai'
import { type Connection, slotOf } from './redis-client.ts'
import { probeSessions } from './session-probe.ts'

/** A connection whose keys are on the primaries that a function names, and a record of the keys that were written. */
function connectionOf(
  primaryOf: (key: string) => string | undefined,
  fail: (key: string) => boolean = () => false,
): { readonly connection: Connection; readonly written: string[] } {
  const written: string[] = []
  const storage = {
    setItem: async (key: string) => {
      if (fail(key)) throw new Error(`no ${key}`)
      written.push(key)
    },
    hasItem: async () => true,
    getItem: async () => 1,
  }
  const connection = { storage, primaryOf, client: {}, lastError: undefined, reconnect() {}, close() {} }
  return { connection, written }
}

const ofTwo = (key: string): string => (/\{[a-z]/.test(key) ? 'one:1' : 'two:2')
const CLUSTER = { isCluster: true, timeout: 1_000 }

describe('probeSessions', () => {
  it('writes one key of a Redis, and of a cluster one on each primary', async () => {
    const single = connectionOf(() => undefined)
    expect(await probeSessions(single.connection, { isCluster: false, timeout: 1_000 })).to.equal(undefined)
    expect(single.written).to.deep.equal(['svc:{0}:probe'])
    const cluster = connectionOf(ofTwo)
    expect(await probeSessions(cluster.connection, CLUSTER)).to.equal(undefined)
    expect(cluster.written.map(ofTwo).toSorted((a, b) => a.localeCompare(b))).to.deep.equal(['one:1', 'two:2'])
  })

  it('writes one of each group whose primary is not known', async () => {
    const { connection, written } = connectionOf(() => undefined)
    await probeSessions(connection, CLUSTER)
    expect(new Set(written).size).to.equal(64)
  })

  it('names the primary that fails where others do not, where it is known', async () => {
    const known = connectionOf(ofTwo, (key) => ofTwo(key) === 'two:2')
    expect((await probeSessions(known.connection, CLUSTER))?.node).to.equal('two:2')
    const unknown = connectionOf(
      () => undefined,
      (key) => key === 'svc:{a}:probe',
    )
    const { node, error } = (await probeSessions(unknown.connection, CLUSTER)) ?? {}
    expect([node, String(error)]).to.deep.equal([undefined, 'Error: no svc:{a}:probe'])
  })

  it('throws where all fail', async () => {
    const { connection } = connectionOf(ofTwo, () => true)
    const thrown: unknown = await probeSessions(connection, CLUSTER).catch((error: unknown) => error)
    expect(String(thrown)).to.match(/^Error: no svc:/)
  })
})

describe('slotOf', () => {
  // As CLUSTER KEYSLOT answers.
  for (const [key, slot] of [
    ['svc:{foo}:probe', 12_182],
    ['{bar}', 5_061],
    ['{user1000}.following', 3_443],
  ] as const) {
    it(`is ${slot} for ${key}`, () => {
      expect(slotOf(key)).to.equal(slot)
    })
  }
})
