import { expect } from 'chai'
import { BEARER } from '../model/carrier.ts'
import { type AuthDescription, describeLeaf } from '../model/description.ts'
import type { EffectiveAuth, Operation } from '../model/operation.ts'
import { AccessHistory, formatAuthChange } from './auth-changes.ts'

const token: AuthDescription = describeLeaf(BEARER, { name: 'TokenAuth' })
const keyIn = (paramName: string): AuthDescription => describeLeaf({ in: 'header', name: paramName }, { name: 'Key' })

function authOf(description: AuthDescription | null | undefined): EffectiveAuth {
  return { value: description, description, level: description === undefined ? 'none' : 'file', source: undefined }
}

function operationOf(path: string, description: AuthDescription | null | undefined): Operation {
  return {
    id: path,
    method: 'GET',
    path,
    auth: authOf(description),
    options: {},
    middleware: [],
    handler: () => undefined,
    source: undefined,
  }
}

/** An application: path -> auth, `503` for a path that is closed; `docs` for the page and the document. */
type Step = Readonly<Record<string, AuthDescription | null | undefined | 503>>

function tellLast(...steps: readonly Step[]): readonly string[] {
  const history = new AccessHistory()
  let changes: readonly string[] = []
  for (const step of steps) {
    const { docs, ...paths } = step
    const entries = Object.entries(paths)
    const operations = entries.flatMap(([path, auth]) => (auth === 503 ? [] : operationOf(path, auth)))
    const closed = entries.flatMap(([path, auth]) => (auth === 503 ? { path, reason: '' } : []))
    changes = history
      .advance(operations, closed, docs === undefined || docs === 503 ? undefined : authOf(docs))
      .map((change) => (change.opened ? 'OPENED ' : '') + formatAuthChange(change))
  }
  return changes
}

describe('AccessHistory', () => {
  const cases: readonly (readonly [name: string, steps: readonly Step[], changes: readonly string[]])[] = [
    ['says nothing where nothing changed', [{ '/x': token }, { '/x': token }], []],
    ['shouts when something became public', [{ '/x': token }, { '/x': null }], ['OPENED GET /x  TokenAuth -> public']],
    [
      'shouts when a declaration was lost',
      [{ '/x': token }, { '/x': undefined }],
      ['OPENED GET /x  TokenAuth -> undeclared'],
    ],
    [
      'says when something was closed to the public',
      [{ '/x': null }, { '/x': token }],
      ['GET /x  public -> TokenAuth'],
    ],
    [
      'distinguishes what has the same name',
      [{ '/x': keyIn('A') }, { '/x': keyIn('B') }],
      ['GET /x  Key (header A) -> Key (header B)'],
    ],
    [
      'names what is new and what is gone',
      [{ '/x': token }, { '/y': token }],
      ['GET /x  TokenAuth -> gone', 'GET /y  new: TokenAuth'],
    ],
    ['shouts when something new is public', [{}, { '/x': null }], ['OPENED GET /x  new: public']],
    ['says what answers 503', [{ '/x': token }, { '/x': 503 }], ['GET /x  TokenAuth -> 503']],
    ['says what is back', [{ '/x': token }, { '/x': 503 }, { '/x': token }], ['GET /x  503 -> TokenAuth']],
    [
      'compares what is back with what it was',
      [{ '/x': token }, { '/x': 503 }, { '/x': null }],
      ['OPENED GET /x  503, was TokenAuth -> public'],
    ],
    ['says that what was gone is back', [{ '/x': token }, {}, { '/x': token }], ['GET /x  gone -> TokenAuth']],
    [
      'compares what was gone with what it was, and shouts',
      [{ '/x': token }, {}, { '/x': null }],
      ['OPENED GET /x  gone, was TokenAuth -> public'],
    ],
    ['says that what answered 503 is gone', [{ '/x': token }, { '/x': 503 }, {}], ['GET /x  503 -> gone']],
    [
      'takes for gone what went after it answered 503',
      [{ '/x': token }, { '/x': 503 }, {}, { '/x': null }],
      ['OPENED GET /x  gone, was TokenAuth -> public'],
    ],
    ['says once that something is gone', [{ '/x': token, '/y': token }, { '/y': token }, { '/y': token }], []],
    [
      'does not close what was gone before',
      [{ '/x': token, '/y': token }, { '/y': token }, { '/**': 503 }],
      ['GET /y  TokenAuth -> 503'],
    ],
    [
      'keeps for gone what was gone before everything closed',
      [{ '/x': token }, {}, { '/**': 503 }, { '/x': token }],
      ['GET /x  gone -> TokenAuth'],
    ],
    [
      'does not shout when something public is back',
      [{ '/x': null }, { '/x': 503 }, { '/x': null }],
      ['GET /x  503 -> public'],
    ],
    ['says nothing of a guard of the docs that stays', [{ docs: token }, { docs: token }], []],
    ['shouts when the docs lose their guard', [{ docs: token }, { docs: null }], ['OPENED docs  TokenAuth -> public']],
    ['says when the docs get a guard', [{ docs: null }, { docs: token }], ['docs  public -> TokenAuth']],
    ['says when the docs are removed', [{ docs: token }, {}], ['docs  TokenAuth -> gone']],
    ['shouts when open docs are added', [{}, { docs: null }], ['OPENED docs  new: public']],
    [
      'closes the docs with everything, whatever they would be',
      [{ docs: token }, { '/**': 503, docs: null }],
      ['docs  TokenAuth -> 503'],
    ],
    [
      'compares docs that are back with what they were',
      [{ docs: token }, { '/**': 503 }, { docs: null }],
      ['OPENED docs  503, was TokenAuth -> public'],
    ],
    ['leaves the docs open beside a folder that is closed', [{ docs: null }, { docs: null, '/x': 503 }], []],
    ['closes everything at once', [{ '/x': token }, { '/**': 503 }], ['GET /x  TokenAuth -> 503']],
  ]
  for (const [name, steps, changes] of cases) {
    it(name, () => expect(tellLast(...steps)).to.deep.equal(changes))
  }
})

describe('AccessHistory and what lets a request through without a credential', () => {
  const optional: AuthDescription = { kind: 'optional', member: token }
  const cases: readonly (readonly [string, AuthDescription | null, AuthDescription | null, readonly string[]])[] = [
    ['optional in its place', token, optional, ['OPENED GET /x  TokenAuth -> optional(TokenAuth)']],
    [
      'optional at the end of a list',
      token,
      { kind: 'list', members: [token, optional] },
      ['OPENED GET /x  TokenAuth -> [TokenAuth, optional(TokenAuth)]'],
    ],
    ['optional made public', optional, null, ['GET /x  optional(TokenAuth) -> public']],
    ['public made optional', null, optional, ['GET /x  public -> optional(TokenAuth)']],
    [
      'optional beside what is needed',
      token,
      { kind: 'all', members: [token, optional] },
      ['GET /x  TokenAuth -> all(TokenAuth, optional(TokenAuth))'],
    ],
  ]
  for (const [what, before, after, lines] of cases) {
    it(`shouts only where it is new: ${what}`, () => {
      expect(tellLast({ '/x': before }, { '/x': after })).to.deep.equal(lines)
    })
  }

  it('reports what changes in csrf, and shouts when the proof is no longer asked for', () => {
    const history = new AccessHistory()
    const everything = [{ path: '/**', reason: '' }]
    const report = (csrf: boolean | undefined, own?: boolean, isClosed = false): readonly string[] => {
      const operation = { ...operationOf('/x', token), options: own === undefined ? {} : { csrf: own } }
      const changes = history.advance(isClosed ? [] : [operation], isClosed ? everything : [], undefined, csrf)
      return changes.map((change) => (change.opened ? 'OPENED ' : '') + formatAuthChange(change))
    }
    expect(report(true)).to.deep.equal(['GET /x  new: TokenAuth'])
    expect(report(false)).to.deep.equal(['OPENED csrf  true -> false'])
    expect(report(undefined)).to.deep.equal([])
    expect(report(true)).to.deep.equal(['csrf  false -> true'])
    expect(report(true, false)).to.deep.equal(['GET /x  TokenAuth (bearer) -> TokenAuth (bearer), csrf: false'])
    expect(report(undefined, false, true)).to.deep.equal(['GET /x  TokenAuth -> 503'])
    expect(report(undefined, false)).to.deep.equal(['GET /x  503 -> TokenAuth', 'OPENED csrf  503, was true -> false'])
  })
})
