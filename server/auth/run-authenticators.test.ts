import { expect } from 'chai'
import { SvcAPI } from '../api/api.ts'
import type { AuthInput } from './infer.ts'
import { headerKey, queryKey } from './api-key.ts'
import { bearer } from './bearer.ts'
import { all, check, optional } from './combinators.ts'
import { named } from './named.ts'

type Answer = readonly [status: number, body: unknown]

/** Serves one operation with this auth and asks it; the handler answers with `request.auth`. */
function asking(auth: AuthInput, options: { authTimeout?: number } = {}): (init?: Ask) => Promise<Answer> {
  const api = new SvcAPI({ docs: false, ...options })
  api.get('/op', { auth: auth as never }, (request) => ({ auth: request.auth ?? null }))
  return async ({ query = '', ...headers } = {}) => {
    const response = await api.fetch(new Request(`http://svc.test/op${query}`, { headers }))
    return [response.status, await response.json()]
  }
}
interface Ask {
  readonly query?: string
  readonly [header: string]: string
}

const UNAUTHORIZED: Answer = [401, { detail: 'Unauthorized' }]
const FORBIDDEN: Answer = [403, { detail: 'Forbidden' }]
const passed = (auth: unknown): Answer => [200, { auth }]

describe('a list', () => {
  it('is tried in order: the first that passes wins and later ones are not called', async () => {
    const calls: string[] = []
    const member = (name: string, result: unknown) => () => {
      calls.push(name)
      return result
    }
    const ask = asking([member('a', 0), member('b', Promise.resolve('')), member('c', 'C'), member('d', 'D')] as never)
    expect(await ask()).to.deep.equal(passed('C'))
    expect(calls).to.deep.equal(['a', 'b', 'c'])
  })

  it('ends where a member throws, and refuses', async () => {
    const boom = () => {
      throw new Error('boom')
    }
    expect(await asking([boom, () => 'open'])()).to.deep.equal([500, { detail: 'Internal Server Error' }])
    expect(await asking([() => Promise.reject(new Error('boom')), () => 'open'] as never)()).to.deep.equal([
      500,
      { detail: 'Internal Server Error' },
    ])
  })

  it('answers 403 only where a user was known and no later member passes', async () => {
    const known = queryKey('key', (_, key) => key)
    const ask = asking([check(known, () => false), bearer((_, token) => token)])
    expect(await ask()).to.deep.equal(UNAUTHORIZED)
    expect(await ask({ query: '?key=k' })).to.deep.equal(FORBIDDEN)
    expect(await ask({ query: '?key=k', authorization: 'Bearer t' })).to.deep.equal(passed('t'))
  })
})

describe('all', () => {
  const auth = all(
    queryKey('key', async (_, key) => key === 'right' && 'K'),
    headerKey('X-Device', (_, device) => device === 'right' && 'D'),
  )
  const rows: readonly (readonly [string, Ask, Answer])[] = [
    ['passes with every member', { query: '?key=right', 'X-Device': 'right' }, passed(['K', 'D'])],
    ['fails without the first', { 'X-Device': 'right' }, UNAUTHORIZED],
    ['fails without the second', { query: '?key=right' }, UNAUTHORIZED],
    ['fails with one wrong', { query: '?key=right', 'X-Device': 'wrong' }, UNAUTHORIZED],
  ]
  for (const [what, init, answer] of rows) {
    it(what, async () => expect(await asking(auth)(init)).to.deep.equal(answer))
  }
})

describe('optional', () => {
  const key = queryKey('key', (_, value) => value === 'right' && 'K')
  const token = bearer((_, value) => value === 'right' && 'T')
  const rows: readonly (readonly [string, AuthInput, Ask, Answer])[] = [
    ['lets a request without the credential through', optional(key), {}, passed(null)],
    ['passes a right one', optional(key), { query: '?key=right' }, passed('K')],
    ['refuses a wrong one', optional(key), { query: '?key=wrong' }, UNAUTHORIZED],
    ['refuses an empty one', optional(key), { query: '?key=' }, UNAUTHORIZED],
    ['refuses a repeated one', optional(key), { query: '?key=right&key=right' }, UNAUTHORIZED],
    ['refuses a malformed one', optional(token), { authorization: 'Bearer a b' }, UNAUTHORIZED],
    ['takes another scheme for none', optional(token), { authorization: 'Basic YTpi' }, passed(null)],
    ['takes a longer scheme for another', optional(token), { authorization: 'BearerX right' }, passed(null)],
    ['refuses a wrong one of a list', optional([key, token]), { authorization: 'Bearer wrong' }, UNAUTHORIZED],
    ['passes the right one of a list', optional([key, token]), { authorization: 'Bearer right' }, passed('T')],
    ['passes a list without any', [key, optional(token)], {}, passed(null)],
    ['gives undefined for a falsy callable', optional(() => 0), {}, passed(null)],
    ['refuses half of an all', optional(all(key, token)), { query: '?key=right' }, UNAUTHORIZED],
    ['lets none of an all through', optional(all(key, token)), {}, passed(null)],
    ['keeps the 403 of a check', optional(check(key, () => false)), { query: '?key=right' }, FORBIDDEN],
  ]
  for (const [what, auth, init, answer] of rows) {
    it(what, async () => expect(await asking(auth)(init)).to.deep.equal(answer))
  }
})

describe('check', () => {
  const key = queryKey('key', (_, value) => value)
  it('asks the guard with the value and the request, async or not', async () => {
    const ask = asking(check(key, async (value, request) => value === 'right' && request.path === '/op'))
    expect([await ask({ query: '?key=right' }), await ask({ query: '?key=other' }), await ask()]).to.deep.equal([
      passed('right'),
      FORBIDDEN,
      UNAUTHORIZED,
    ])
  })
})

describe('an authenticator', () => {
  it('that never answers is 503, no later member is tried, and a late success changes nothing', async () => {
    let late: ((value: string) => void) | undefined
    let laterCalls = 0
    const ask = asking(
      [
        () => new Promise((resolve) => (late = resolve)),
        () => {
          laterCalls++
          return 'open'
        },
      ] as never,
      { authTimeout: 5 },
    )
    expect(await ask()).to.deep.equal([503, { detail: 'Service Unavailable' }])
    late?.('late')
    expect(laterCalls).to.equal(0)
  })

  it('that returns a thenable is awaited', async () => {
    const thenable = (value: unknown) => () => ({
      // oxlint-disable-next-line unicorn/no-thenable -- a foreign promise is the case
      then: (resolve: (value: unknown) => void) => resolve(value),
    })
    expect(await asking(thenable('yes'))()).to.deep.equal(passed('yes'))
    expect(await asking(thenable(0))()).to.deep.equal(UNAUTHORIZED)
  })
})

describe('what says nothing of the request', () => {
  const generator = function* (): Generator<boolean> {
    yield false
  }
  const asyncGenerator = async function* (): AsyncGenerator<boolean> {
    yield false
  }
  const cases: readonly (readonly [string, unknown])[] = [
    ['a factory that was not called', () => bearer(() => null)],
    ['a factory, awaited', async () => bearer(() => null)],
    ['a generator as a hook', headerKey('x-key', () => generator())],
    ['an asynchronous generator as a hook', headerKey('x-key', () => asyncGenerator())],
    ['a guard that returns a generator', check(() => 'user', (() => generator()) as never)],
    ['a factory as a guard', check(() => 'user', (async () => bearer(() => null)) as never)],
  ]
  for (const [what, auth] of cases) {
    it(`does not pass: ${what}`, async () => {
      expect(await asking(auth as never)({ 'x-key': 'any' })).to.deep.equal([500, { detail: 'Internal Server Error' }])
    })
  }
})

describe('named', () => {
  it('hides neither a class nor a generator from the check at load', () => {
    class Forgotten {}
    const hidden: readonly unknown[] = [Forgotten, function* () {}, async function* () {}, undefined]
    for (const value of hidden) {
      expect(() => asking(named('x', value as never)), String(value)).to.throw(/^server.+auth (?:is|must be)/)
    }
  })

  it('gives another name and leaves the original alone', () => {
    class Keys {
      readonly #keys = ['right']
      find(key: string): string | undefined {
        return this.#keys.find((known) => known === key)
      }
    }
    const keys = new Keys()
    const original = queryKey('key', (_, key) => keys.find(key), { name: 'Original' })
    expect(named('Partner', original).describe()).to.deep.equal({
      kind: 'apiKey',
      name: 'Partner',
      carrier: { in: 'query', name: 'key' },
      challenge: { scheme: 'ApiKey', parameters: { in: 'query', name: 'key' } },
    })
    expect(original.describe().name).to.equal('Original')
  })

  it('keeps an authenticator with private fields working', async () => {
    const { HttpBearer } = await import('./bearer.ts')
    class TokenAuth extends HttpBearer {
      readonly #token = 'right'
      override authenticate(_: unknown, token: string): string | undefined {
        return token === this.#token ? token : undefined
      }
    }
    const ask = asking(named('Partner', new TokenAuth()))
    expect(await ask({ authorization: 'Bearer right' })).to.deep.equal(passed('right'))
    expect(await ask({ authorization: 'Bearer wrong' })).to.deep.equal(UNAUTHORIZED)
  })
})
