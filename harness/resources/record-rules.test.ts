import { expect } from 'chai'
import { Form, HttpError, reply, SvcAPI } from 'svc'
import { bearer, resource } from 'svc/security'
import { z } from 'zod'
import type { FixtureFile } from '../credentials/define.ts'
import { checkStructure } from '../credentials/structure.ts'
import { runSample } from '../testdata/run-sample.ts'

interface Loan {
  readonly id: string
  readonly owner: string
  readonly title: string
  readonly status: string
  readonly shelfmark: number
}

const USERS: Readonly<Record<string, { readonly name: string; readonly pinHash: string }>> = {
  'token-of-kim-4711': { name: 'kim', pinHash: 'c2FsdGVkIG9mIGtpbQ' },
  'token-of-lou-0815': { name: 'lou', pinHash: 'c2FsdGVkIG9mIGxvdQ' },
}
const ADDED = [
  'filter',
  'page',
  'second',
  'private',
  'private-written',
  'read-only',
  'below',
  'existence',
  'form',
  'body-id',
] as const
type Mistake = (typeof ADDED)[number]

const CARDS = new Map([
  ['kim', { number: 'LIB-4711-0042', since: 2019 }],
  ['lou', { number: 'LIB-0815-0077', since: 2021 }],
])

/** Loans of a library, right but for one mistake. */
function library(mistake?: Mistake) {
  const loans = new Map<string, Loan>(
    [
      ['lo-101', 'kim', 'Novels of the sea', 'open'],
      ['lo-202', 'lou', 'Gardens and herbs', 'due'],
    ].map(([id = '', owner = '', title = '', status = '']) => [id, { id, owner, title, status, shelfmark: 7 }]),
  )
  const notes = new Map([['n-1', { id: 'n-1', loan: 'lo-101', text: 'Second shelf' }]])
  const auth = bearer((_, token) => (Object.hasOwn(USERS, token) ? USERS[token] : null), { name: 'Token' })
  const loan = resource('loan', {
    params: ['id'],
    load: ({ params }: { params: { id: string } }) => loans.get(params.id),
    may: (found, { auth: user }: { auth: { name: string } }) => found.owner === user.name,
  })
  const note = resource('note', {
    parent: loan,
    params: ['note'],
    load: (found, { params }: { params: { note: string } }) =>
      [notes.get(params.note)].find((one) => one?.loan === found.id),
  })
  // It remembers whose it is, and not that what it was below is gone.
  const loose = resource('note', {
    params: ['id', 'note'],
    load: ({ params }: { params: { note: string } }) => notes.get(params.note),
    may: (_, { auth: user }: { auth: { name: string } }) => user.name === 'kim',
  })
  // No id names it: it is the one of who asks.
  const card = resource('card', {
    params: [],
    load: ({ auth: user }: { auth: { name: string } }) => CARDS.get(user.name),
    may: () => true,
  })
  const shown = ({ name, pinHash }: { name: string; pinHash: string }, isWhole: boolean): object =>
    isWhole ? { name, pinHash } : { name }
  const api = new SvcAPI({ auth })
  api.get('/me', {}, ({ auth: user }) => shown(user, mistake === 'private'))
  api.get('/card', { resource: card }, ({ resources }) => resources.card)
  api.post('/visits', { body: { day: String } }, ({ auth: user }) => shown(user, mistake === 'private-written'))
  api.get('/loans', { query: z.object({ status: z.string().optional(), page: z.string().optional() }) }, (request) => {
    const { status, page } = request.query
    const isOpen = (mistake === 'filter' && status !== undefined) || (mistake === 'page' && page === '2')
    return [...loans.values()].filter(
      (one) => (isOpen || one.owner === request.auth.name) && (status === undefined || one.status === status),
    )
  })
  api.get('/loans/[id]', { resource: loan }, ({ params, query }) =>
    loans.get(mistake === 'second' ? ((query['id'] as string | undefined) ?? params.id) : params.id),
  )
  api.patch('/loans/[id]', { resource: loan }, async (request) => {
    const body = (await request.json()) as Partial<Loan>
    const found = request.resources.loan
    const { title = found.title, shelfmark = found.shelfmark } = body
    const changed = { ...found, title, ...(mistake === 'read-only' ? { shelfmark } : {}) }
    loans.set(mistake === 'body-id' ? (body.id ?? found.id) : found.id, changed)
    return changed
  })
  api.post('/extensions', { body: Form({ loan: String }) }, async (request) => {
    const { loan: id } = request.body
    const found = mistake === 'form' ? loans.get(id) : await loan.get(request, { id })
    return { extended: found?.title }
  })
  api.delete('/loans/[id]', { resource: loan }, ({ params }) => {
    loans.delete(params.id)
    return reply(204)
  })
  api.get('/loans/[id]/notes/[note]', { resource: mistake === 'below' ? loose : [loan, note] }, ({ params }) =>
    notes.get(params.note),
  )
  api.get('/loans/[id]/state', { resource: null }, ({ params, auth: user }) => {
    const found = loans.get(params.id)
    if (found?.owner === user.name) return { state: found.status }
    throw new HttpError(mistake === 'existence' && found !== undefined ? 403 : 404)
  })
  return api
}

const FIXTURES: FixtureFile = {
  users: { kim: {}, lou: {} },
  credentials: { Token: { kim: 'token-of-kim-4711', lou: 'token-of-lou-0815' } },
  routes: {
    'POST /visits': { body: { day: '2031-05-01' } },
    'POST /extensions': { form: { loan: 'lo-101' } },
    'PATCH /loans/[id]': { params: { id: 'lo-101' }, body: { title: 'Novels of the coast' } },
    'DELETE /loans/[id]': { params: { id: 'lo-303' } },
    'GET /loans/[id]/state': { params: { id: 'lo-101' } },
  },
  resources: {
    loan: {
      of: { kim: { id: 'lo-101' }, lou: { id: 'lo-202' } },
      at: [
        'GET /loans/[id]',
        'PATCH /loans/[id]',
        'DELETE /loans/[id]',
        'GET /loans/[id]/state',
        { route: 'POST /extensions', body: '/loan' },
      ],
      spare: true,
    },
    card: { of: { kim: {}, lou: {} }, at: ['GET /card'] },
    note: { of: { kim: { id: 'lo-101', note: 'n-1' } } },
  },
  fields: { private: ['pin_hash'], readOnly: { 'PATCH /loans/[id]': ['shelfmark'] } },
  policy: { hideExistence: true },
}

/** Findings and questions of the stage, each as its row with its route. */
async function foundWith(mistake?: Mistake, fixtures = FIXTURES): Promise<readonly string[]> {
  const found: string[] = []
  await runSample({
    api: library(mistake),
    fixtures,
    emit: (event) => {
      if (event.type !== 'scenario.ended') return
      const { outcome, scenario, finding } = event.verdict
      if (outcome === 'failed' && finding) found.push(`${scenario.name} ${scenario.route}: ${finding.problems[0].got}`)
    },
    remark: ({ kind, route, message }) => void (kind === 'question' && found.push(`${route} ${message}`)),
    isChosen: () => false,
    explores: true,
  })
  return found
}

const EXPECTED: Readonly<Record<Mistake, readonly (string | RegExp)[]>> = {
  filter: [
    'resource.list-loan-lou-kim-status GET /loans: id lo-101',
    'resource.list-loan-kim-lou-status GET /loans: id lo-202',
  ],
  page: [
    'resource.list-loan-lou-kim-page GET /loans: id lo-101',
    'resource.list-loan-kim-lou-page GET /loans: id lo-202',
  ],
  second: [
    /^resource\.twin-loan-lou-kim-first GET \/loans\/\[id\]: 200 with .*title/,
    /^resource\.twin-loan-kim-lou-first /,
  ],
  private: ['field.read-pinHash-kim GET /me: 200 with /pinHash', 'field.read-pinHash-lou GET /me: 200 with /pinHash'],
  'private-written': [/^field\.read-pinHash-kim POST \/visits/, /^field\.read-pinHash-lou POST \/visits/],
  'read-only': [
    /^field\.write-loan-kim-shelfmark PATCH \/loans\/\[id\]: shelfmark 1007/,
    /^field\.write-loan-lou-shelfmark /,
  ],
  below: [
    /^GET \/loans\/\[id\]\/notes\/\[note\] note below loan of kim, after kim deleted it, is answered with 200: is it meant to outlive it/,
  ],
  'body-id': [/^resource\.twin-loan-kim-lou-id PATCH \/loans\/\[id\]: 200, and the owner gets 404 for it$/],
  form: [/^resource\.other-loan-lou-kim POST \/extensions: 200 with title/, /^resource\.other-loan-kim-lou POST /],
  existence: ['resource.existence-loan GET /loans/[id]/state: 403 and 404'],
}

describe('what the fixtures say of records and fields', () => {
  it('finds nothing in an application without a mistake', async () => {
    expect(await foundWith()).to.deep.equal([])
  })

  for (const mistake of ADDED) {
    it(`finds the mistake ${mistake}, and nothing else`, async () => {
      const found = await foundWith(mistake)
      expect(found, found.join('\n')).to.have.lengthOf(EXPECTED[mistake].length)
      for (const [at, expected] of EXPECTED[mistake].entries())
        if (typeof expected === 'string') expect(found[at]).to.equal(expected)
        else expect(found[at]).to.match(expected)
    })
  }

  it('asks about existence, unless hideExistence makes it a finding', async () => {
    const { policy: _, ...open } = FIXTURES
    const [question, ...others] = await foundWith('existence', open)
    expect(others).to.deep.equal([])
    expect(question).to.match(/^GET \/loans\/\[id\]\/state shows lou which ids exist: 403 and 404/)
  })

  it('refuses fields of an operation that is not there, and keys that are not known', async () => {
    const fields = { readOnly: { 'PUT /loans/[id]': ['x'] } }
    const error = await foundWith(undefined, { ...FIXTURES, fields }).catch((thrown: Error) => thrown.message)
    expect(error).to.match(/fields\.readOnly: .*PUT \/loans/)
    const problemOf = (wrong: object): string => {
      try {
        checkStructure({ fields: wrong }, 'auth.yaml')
        return 'none'
      } catch (thrown) {
        return (thrown as Error).message
      }
    }
    expect(problemOf({ private: ['x'] })).to.equal('none')
    expect(problemOf({ hidden: ['x'] })).to.match(/fields.*"hidden"/)
    expect(problemOf({ private: 'x' })).to.match(/fields\.private must be/)
  })
})
