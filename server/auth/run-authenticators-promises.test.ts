import { expect } from 'chai'
import { SvcAPI } from '../api/api.ts'
import { bearer } from './bearer.ts'
import { headerKey } from './api-key.ts'
import { all, check, optional } from './combinators.ts'
import type { AuthInput } from './infer.ts'

type Timing = 'at once' | 'later'

/** A key in a header of its own that is right where it says so; its hook answers at once or later. */
function key(name: string, timing: Timing): ReturnType<typeof headerKey<string, unknown>> {
  return headerKey(name, (_, value) => {
    const answer = value === 'right' && name
    return timing === 'later' ? Promise.resolve(answer) : answer
  })
}

/** Asks an operation under this auth; gives the status and what the handler saw, if it ran. */
async function ask(auth: unknown, headers: Record<string, string>, authTimeout = 1_000): Promise<readonly unknown[]> {
  let seen: readonly unknown[] = []
  const api = new SvcAPI({ docs: false, authTimeout })
  api.get('/op', { auth: auth as AuthInput as never }, (request) => {
    seen = [request.auth]
    return null
  })
  const { status } = await api.fetch(new Request('http://svc.test/op', { headers }))
  return [status, ...seen]
}

const TIMINGS: readonly (readonly [Timing, Timing])[] = [
  ['at once', 'at once'],
  ['at once', 'later'],
  ['later', 'at once'],
  ['later', 'later'],
]

for (const [first, second] of TIMINGS) {
  const [a, b] = [key('X-A', first), key('X-B', second)]
  describe(`members that answer ${first} and ${second}`, () => {
    const rows: readonly (readonly [
      what: string,
      auth: unknown,
      headers: Record<string, string>,
      answer: readonly unknown[],
    ])[] = [
      ['a list takes the first', [a, b], { 'X-A': 'right', 'X-B': 'right' }, [200, 'X-A']],
      ['a list takes the second where the first is wrong', [a, b], { 'X-A': 'wrong', 'X-B': 'right' }, [200, 'X-B']],
      ['a list refuses two wrong ones', [a, b], { 'X-A': 'wrong', 'X-B': 'wrong' }, [401]],
      [
        'a list asks a third',
        [a, b, key('X-C', 'at once')],
        { 'X-A': 'wrong', 'X-B': 'wrong', 'X-C': 'right' },
        [200, 'X-C'],
      ],
      ['all gives both', all(a, b), { 'X-A': 'right', 'X-B': 'right' }, [200, ['X-A', 'X-B']]],
      ['all refuses a wrong first', all(a, b), { 'X-A': 'wrong', 'X-B': 'right' }, [401]],
      ['all refuses a wrong second', all(a, b), { 'X-A': 'right', 'X-B': 'wrong' }, [401]],
      ['optional refuses a wrong first', optional([a, b]), { 'X-A': 'wrong' }, [401]],
      ['optional refuses a wrong second', optional([a, b]), { 'X-B': 'wrong' }, [401]],
      ['optional lets an anonymous request through', optional([a, b]), {}, [200, undefined]],
      ['check keeps its 403 while others fail', [check(a, () => false), b], { 'X-A': 'right', 'X-B': 'wrong' }, [403]],
      [
        'check gives way to one that passes',
        [check(a, () => false), b],
        { 'X-A': 'right', 'X-B': 'right' },
        [200, 'X-B'],
      ],
      ['check does not call its callable where its member fails', check(a, () => true), { 'X-A': 'wrong' }, [401]],
    ]
    for (const [what, auth, headers, answer] of rows) {
      it(what, async () => expect(await ask(auth, headers)).to.deep.equal(answer))
    }
  })
}

describe('a guard', () => {
  const known = bearer((_, token) => token)
  const headers = { authorization: 'Bearer t' }

  it('that refuses is 403 under optional too: a user was known', async () => {
    const office = (): string => 'office'
    expect(await ask(optional(check(office, () => false)), {})).to.deep.equal([403])
    expect(await ask(optional(check(office, async () => false)), {})).to.deep.equal([403])
  })

  it('that answers with a falsy promise, or a thenable, refuses', async () => {
    // oxlint-disable-next-line unicorn/no-thenable -- a foreign promise is the case
    const thenable = { then: (resolve: (value: unknown) => void) => resolve(0) }
    expect(
      await ask(
        check(known, async () => false),
        headers,
      ),
    ).to.deep.equal([403])
    expect(await ask(check(known, (() => thenable) as never), headers)).to.deep.equal([403])
  })

  it('that never answers is 503', async () => {
    const never = (): Promise<boolean> => new Promise(() => undefined)
    expect(await ask(check(known, never), headers, 5)).to.deep.equal([503])
  })

  it('that throws or rejects is 500, and no later member is asked', async () => {
    const thrown = (): boolean => {
      throw new Error('boom')
    }
    const open = (): string => 'open'
    expect(await ask([check(known, thrown), open], headers)).to.deep.equal([500])
    expect(await ask([check(known, async () => thrown()), open], headers)).to.deep.equal([500])
  })
})

describe('a truthy or falsy value', () => {
  const falsy: readonly unknown[] = [undefined, null, false, 0, -0, 0n, Number.NaN, '']
  for (const value of falsy) {
    it(`${typeof value} ${String(value)} fails, at once and later`, async () => {
      expect([await ask(() => value, {}), await ask(async () => value, {})]).to.deep.equal([[401], [401]])
    })
  }

  it('passes as it is, whatever it is', async () => {
    const object = {}
    for (const value of [object, [], 1, -1, 'false', Symbol.iterator, () => 0]) {
      expect((await ask(() => value, {}))[1]).to.equal(value)
      expect((await ask(async () => value, {}))[1]).to.equal(value)
    }
  })
})

describe('the deadline of a hook', () => {
  it('leaves no timer behind when the hook was in time', async () => {
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
    // By then the test itself has its own.
    await new Promise((resolve) => setImmediate(resolve))
    const before = timers()
    await ask(async () => 'in time', {}, 60_000)
    expect(timers()).to.equal(before)
  })
})
