import { expect } from 'chai'
import { groupFindings } from './causes.ts'
import { type Case, failed } from './testdata/failed.ts'

const KEY = { authenticator: 'Key' }

describe('findings that follow from those of another route', () => {
  const TABLE: readonly (readonly [cause: RegExp, ...cases: readonly Case[]])[] = [
    // A handler breaks without its user, and does so after a logout too.
    [
      /^the route is not protected/,
      { names: ['missing'], calls: [], ...KEY },
      { names: ['missing'], code: 'crash', route: 'GET /y', calls: [] },
      { names: ['flow.replay-after-logout'], code: 'crash', route: 'POST /out', family: 'session', sent: ['GET /y'] },
    ],
    [
      /^the route is not protected/,
      { names: ['missing'], got: '200 {"user":"ann","id":"1"}', calls: [], ...KEY },
      {
        names: ['flow.true-password'],
        got: '200 {"user":"ann","id":"2"}',
        route: 'POST /in',
        family: 'session',
        calls: [],
      },
    ],
    [
      /^the signature of the credential/,
      { names: ['key.first-char', 'key.other-signature'], ...KEY },
      { names: ['flow.replay-after-logout'], route: 'POST /out', family: 'session', sent: ['GET /x'] },
    ],
    [
      /^cause of path/,
      { names: ['path.double-first'] },
      { names: ['query.broken-escape'], code: 'crash', route: 'GET /y' },
    ],
    // Requests in flight share the user.
    [
      /^what one request was allowed is kept/,
      { names: ['pipeline.none-good', 'key.dot'], ...KEY },
      { names: ['role.ann', 'pipeline.good-none'], code: 'refused', ...KEY },
      { names: ['role.ann', 'concurrency.mixed'], code: 'refused', route: 'GET /y', ...KEY },
      { names: ['probe.debug.wrong'], route: 'GET /z', ...KEY },
    ],
  ]
  for (const [cause, ...cases] of TABLE) {
    it(`${cases.flatMap(({ names }) => names).join(', ')}: ${cause.source}`, () => {
      const groups = groupFindings(cases.flatMap(failed))
      expect(groups).to.have.length(1)
      expect(groups[0]?.cause).to.match(cause)
    })
  }
})
