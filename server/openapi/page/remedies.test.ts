import { expect } from 'chai'
import { createApp } from '../../../fixtures/refusals/app.ts'
import { type Asking, openAsking } from '../../../fixtures/refusals/ask.ts'
import { CONFUSED, type ConfusedRequest } from '../../../fixtures/refusals/requests.ts'
import { describeApi } from '../document.ts'
import { planCall } from './plan.ts'
import { formatRemedy, remediesOf } from './remedies.ts'
import type { ShownDocument } from './scalar.ts'
import { readOperations, readSchemes } from './schemes.ts'
import { Vault } from './vault.ts'

const SECRETS = { staff: 's', partner: 'p', key: 'k', password: 'w', editor: 'e', root: 'r', stored: '{' }

/** The credentials that a page offers to give for a refused request, by subject and title; `*`: for all others of the subject. */
const OFFERS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'A token in `Authorization`': { '*': ['Type staff'], 'A hook that throws': [] },
  'User name and password': { '*': ['Type user'] },
  Keys: {
    '*': ['Type key'],
    'The key of another place': ['Type link'],
    'Another case': ['Type link'],
    'A function of the request': [],
  },
  Sessions: { '*': ['Log in'], 'Not a superuser': ['Log in as another user'] },
  'Proof of same origin': { '*': [] },
  Resources: { 'Of another owner': ['Type staff'], Absent: [] },
  'More than one': {
    'None of a list': ['Type staff', 'Type key'],
    'One missing of `all`': ['Type key'],
    'The first missing of `all`': ['Type staff'],
    'A `check` that refuses': ['Type staff'],
    'What is optional, and wrong': ['Type staff'],
    '*': [],
  },
}

describe('what the page offers for a refused call', () => {
  const operations = createApp(SECRETS).operations()
  const document = describeApi({
    title: 'Refusals',
    version: '1',
    base: '',
    operations,
    sessionCookieName: 'svc-session',
  }) as unknown as ShownDocument
  const schemes = readSchemes(document, 'svc-session')
  const all = readOperations(document)
  let asking: Asking

  before(async () => {
    asking = await openAsking()
  })
  after(() => asking.close())

  /** The words of the buttons for a refused request, while credentials are typed on the page. */
  async function offer(request: Omit<ConfusedRequest, 'mended'>, typed: readonly string[]): Promise<readonly string[]> {
    const { refusal, status } = await asking.ask(request)
    const [method, path] = refusal?.operation.split(' ') ?? []
    const facts = all.find(
      (candidate) => candidate.method === method?.toLowerCase() && candidate.path === path?.replace('[id]', '{id}'),
    )
    if (!refusal || !facts) throw new Error(`no refusal of ${request.lines[0]}`)
    const vault = new Vault(undefined, 'test')
    for (const scheme of typed) vault.type(scheme, { token: 'typed' })
    const plan = planCall(facts, new Map(schemes.map((scheme) => [scheme.name, scheme])), vault)
    return remediesOf({ call: 1, status, lines: [], sources: ['app.ts:1'], reason: refusal.reason }, plan).map(
      formatRemedy,
    )
  }

  for (const [subject, requests] of Object.entries(CONFUSED)) {
    for (const request of requests) {
      it(`${subject}: ${request.title}`, async () => {
        const { [request.title]: own, '*': rest } = OFFERS[subject] ?? {}
        expect(await offer(request, ['staff'])).to.deep.equal([...(own ?? rest ?? []), 'Open app.ts:1'])
      })
    }
  }

  it('first offers the other alternative of a list, where that is filled', async () => {
    const none = { title: 'None', lines: ['GET /either'] }
    expect(await offer(none, ['staff', 'key'])).to.deep.equal(['Send key instead', 'Type staff', 'Open app.ts:1'])
  })
})
