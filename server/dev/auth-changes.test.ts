import { expect } from 'chai'
import type { AuthDescription } from '../auth/description.ts'
import type { Operation } from '../operation.ts'
import { AccessHistory, formatAuthChange } from './auth-changes.ts'

const token: AuthDescription = { kind: 'bearer', name: 'TokenAuth' }
const keyIn = (paramName: string): AuthDescription => ({ kind: 'apiKey', name: 'Key', in: 'header', paramName })

function operationOf(path: string, description: AuthDescription | null | undefined): Operation {
  const level = description === undefined ? 'none' : 'file'
  const auth = { value: description, description, level, source: undefined } as const
  return { id: path, method: 'GET', path, auth, options: {}, handler: () => undefined, source: undefined }
}

/** An application: path -> auth, `503` for a path that is closed. */
type Step = Readonly<Record<string, AuthDescription | null | undefined | 503>>

function tellLast(...steps: readonly Step[]): readonly string[] {
  const history = new AccessHistory()
  let changes: readonly string[] = []
  for (const step of steps) {
    const entries = Object.entries(step)
    const operations = entries.flatMap(([path, auth]) => (auth === 503 ? [] : operationOf(path, auth)))
    const closed = entries.flatMap(([path, auth]) => (auth === 503 ? { path, reason: '' } : []))
    changes = history
      .advance(operations, closed)
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
      'tells apart what has one name',
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
    ['closes everything at once', [{ '/x': token }, { '/**': 503 }], ['GET /x  TokenAuth -> 503']],
  ]
  for (const [name, steps, changes] of cases) {
    it(name, () => expect(tellLast(...steps)).to.deep.equal(changes))
  }
})
