import { expect } from 'chai'
import { AuthenticationError, AuthorizationError, HttpError, ValidationError } from '../base/errors.ts'
import { callExceptionHandler, defaultAnswer, errorFields, ExceptionHandlers, sharedError } from './exceptions.ts'
import { toResponse } from '../http/response.ts'

const NO_STORE = ['cache-control', 'no-store']
const NOSNIFF = ['x-content-type-options', 'nosniff']

/** A class of the same brand in another copy of the module, as a built package beside its source has it. */
async function otherCopy(): Promise<typeof import('../base/errors.ts')> {
  return (await import(`../base/errors.ts?copy=${Math.random()}`)) as typeof import('../base/errors.ts')
}

describe('errorFields', () => {
  it('challenge on 401 only, each in a line of its own', () => {
    const challenges = ['Bearer realm="api"', 'Basic realm="api"']
    for (const status of [400, 403, 404, 405, 413, 422, 429, 500, 503]) {
      expect(errorFields(status, challenges)).to.deep.equal([NO_STORE, NOSNIFF])
    }
    expect(errorFields(401, challenges)).to.deep.equal([
      NO_STORE,
      NOSNIFF,
      ['www-authenticate', 'Bearer realm="api"'],
      ['www-authenticate', 'Basic realm="api"'],
    ])
  })
})

describe('a shared error', () => {
  it('is answered as one of its own, with an answer that is made once and cannot be changed by a request', async () => {
    const error = sharedError(405, { allow: 'GET, HEAD, OPTIONS' })
    const own = new HttpError(405, undefined, { allow: 'GET, HEAD, OPTIONS' })
    const read = async (thrown: unknown): Promise<unknown> => {
      const response = toResponse(defaultAnswer(thrown, ['Bearer realm="api"']))
      return [response.status, [...response.headers], await response.text()]
    }
    expect(await read(error)).to.deep.equal(await read(own))
    expect(defaultAnswer(error, [])).to.equal(defaultAnswer(error, ['Bearer realm="api"']))
    expect([Object.isFrozen(error), Object.isFrozen(error.headers)]).to.deep.equal([true, true])
  })
})

describe('defaultAnswer', () => {
  it('says the detail of our errors, and of others nothing', async () => {
    const issue = { type: 'missing', loc: ['query', 'q'], msg: 'This value is required' }
    const thrown = [
      new HttpError(409, 'Already there'),
      new HttpError(404),
      new ValidationError([issue]),
      new Error('secret'),
      'secret',
      undefined,
    ]
    const answers = await Promise.all(
      thrown.map(async (error) => {
        const response = toResponse(defaultAnswer(error, []))
        return [response.status, (await response.json()) as unknown]
      }),
    )
    expect(answers).to.deep.equal([
      [409, { detail: 'Already there' }],
      [404, { detail: 'Not Found' }],
      [422, { detail: [issue] }],
      [500, { detail: 'Internal Server Error' }],
      [500, { detail: 'Internal Server Error' }],
      [500, { detail: 'Internal Server Error' }],
    ])
  })

  it('has the header fields of the error, and is JSON', () => {
    const { headers } = toResponse(defaultAnswer(new HttpError(405, undefined, { allow: 'GET' }), []))
    expect([...headers]).to.have.deep.members([
      ['allow', 'GET'],
      ['content-type', 'application/json'],
      NO_STORE,
      NOSNIFF,
    ])
  })
})

describe('ExceptionHandlers', () => {
  class Broken extends Error {}
  class VeryBroken extends Broken {}
  class Conflict extends HttpError {
    constructor() {
      super(409)
    }
  }
  /** The class whose handler is found, of those that have one. */
  function found(registered: readonly (new (...args: never[]) => unknown)[], thrown: unknown): string | undefined {
    const handlers = new ExceptionHandlers()
    const names = new Map<unknown, string>()
    for (const exceptionClass of registered) {
      const handler = (): undefined => undefined
      names.set(handler, exceptionClass.name)
      handlers.register(exceptionClass, handler)
    }
    return names.get(handlers.find(thrown))
  }

  it('find the nearest class of the chain', () => {
    expect([
      found([Error, Broken, VeryBroken], new VeryBroken()),
      found([Error, Broken], new VeryBroken()),
      found([Error], new VeryBroken()),
      found([VeryBroken], new Broken()),
      found([HttpError, Conflict], new Conflict()),
      found([HttpError, AuthenticationError], new AuthenticationError()),
      found([HttpError, AuthenticationError], new AuthorizationError()),
    ]).to.deep.equal(['VeryBroken', 'Broken', 'Error', undefined, 'Conflict', 'AuthenticationError', 'HttpError'])
  })

  it('leave our own answers to handlers of their own classes', () => {
    expect([
      found([Error], new AuthenticationError()),
      found([Error], new Conflict()),
      found([Object], new HttpError(400)),
    ]).to.deep.equal([undefined, undefined, undefined])
  })

  it('know the errors of another copy of the module, and only those with its brand', async () => {
    const other = await otherCopy()
    expect(other.AuthenticationError).to.not.equal(AuthenticationError)
    expect([
      found([AuthenticationError], new other.AuthenticationError()),
      found([HttpError], new other.AuthenticationError()),
      found([HttpError, Error], new other.HttpError(418)),
      found([other.HttpError], new AuthorizationError()),
      found([Error], new other.HttpError(418)),
      found([AuthorizationError], new other.AuthorizationError()),
      found([ValidationError], new other.ValidationError([])),
    ]).to.deep.equal([
      'AuthenticationError',
      'HttpError',
      'HttpError',
      'HttpError',
      undefined,
      'AuthorizationError',
      'ValidationError',
    ])
  })

  it('find nothing for what is not an object', () => {
    expect([
      found([Error], 'text'),
      found([Error], undefined),
      found([Error], null),
      found([], new Error('x')),
    ]).to.deep.equal([undefined, undefined, undefined, undefined])
  })

  it('hold the last handler of a class', () => {
    const handlers = new ExceptionHandlers()
    const [first, second] = [(): number => 1, (): number => 2]
    handlers.register(Broken, first)
    handlers.register(Broken, second)
    expect(handlers.find(new Broken())).to.equal(second)
  })
})

describe('an exception handler', () => {
  const request = { challenges: ['Bearer realm="api"'] } as never

  it('that answers nothing, or throws, is answered for: never with success', async () => {
    const statuses = await Promise.all(
      [
        () => undefined,
        () => ({ status: 200 }),
        () => {
          throw new HttpError(409)
        },
        () => Promise.reject(new AuthenticationError()),
        () => Promise.reject(new Error('secret')),
      ].map(async (handler) => (await callExceptionHandler(handler, request, new Error('thrown'))).status),
    )
    expect(statuses).to.deep.equal([500, 500, 409, 401, 500])
  })

  it('is awaited, and given the request and what was thrown', async () => {
    const thrown = new Error('thrown')
    const seen: unknown[] = []
    const response = await callExceptionHandler(
      async (...args) => {
        seen.push(...args)
        return new Response('own', { status: 418 })
      },
      request,
      thrown,
    )
    expect([response.status, seen]).to.deep.equal([418, [request, thrown]])
  })
})

describe('an HttpError that no answer can be', () => {
  // Refused where it is made; an assignment gets around that.
  const withStatus = (status: number): HttpError => Object.assign(new HttpError(400), { status })
  const wrong: readonly (readonly [string, HttpError])[] = [
    ['a status below 400', withStatus(204)],
    ['no status at all', withStatus(Number.NaN)],
    ['a status above 599', withStatus(1_000)],
    ['a line break in a field', new HttpError(400, 'x', { 'x-a': 'b\r\nset-cookie: c' })],
  ]
  for (const [what, error] of wrong) {
    it(`is 500: ${what}`, async () => {
      const answer = toResponse(defaultAnswer(error, []))
      expect([answer.status, await answer.json()]).to.deep.equal([500, { detail: 'Internal Server Error' }])
    })
  }
})

describe('HttpError', () => {
  for (const status of [200, 204, 399, 600, 1_000, 404.5, Number.NaN, '404' as never]) {
    it(`is refused where it is made with the status ${status}`, () => {
      expect(() => new HttpError(status)).to.throw(
        RangeError,
        `HttpError(status): status must be a whole number from 400 to 599; got ${status}`,
      )
    })
  }
})
