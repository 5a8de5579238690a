import { expect } from 'chai'
import { reply, SvcAPI } from 'svc'
import { type AuthRequest, named, resource } from 'svc/security'
import type { FixtureFile } from '../credentials/define.ts'
import { runSample } from '../testdata/run-sample.ts'

interface Member {
  readonly name: string
  readonly session: string
}

const NOTES = new Map([
  ['n-1', { owner: 'kim', text: 'Water the herbs' }],
  ['n-2', { owner: 'lou', text: 'Mend the fence' }],
])

/** Notes of members, whose sessions a login elsewhere has begun; any member reads any note where it is not right. */
function notebook(isRight: boolean) {
  const sessions = new Map([
    ['session-of-kim-4711', 'kim'],
    ['session-of-lou-0815', 'lou'],
  ])
  const auth = named(
    'Session',
    ({ cookies }: AuthRequest): Member | null => {
      const { sid: session = '' } = cookies
      const name = sessions.get(session)
      return name === undefined ? null : { name, session }
    },
    { type: 'apiKey', in: 'cookie', name: 'sid' },
  )
  const note = resource('note', {
    params: ['id'],
    load: ({ params }: { params: { id: string } }) => NOTES.get(params.id),
    may: ({ owner }, { auth: user }: { auth: Member }) => !isRight || owner === user.name,
  })
  const api = new SvcAPI({ auth })
  api.get('/notes/[id]', { resource: note }, ({ resources }) => resources.note)
  api.post('/logout', {}, ({ auth: { session } }) => {
    sessions.delete(session)
    return reply(204)
  })
  return api
}

const cookie = (sid: string) => ({ cookies: { sid } })
const FIXTURES: FixtureFile = {
  users: { kim: {}, lou: {} },
  credentials: { Session: { kim: cookie('session-of-kim-4711'), lou: cookie('session-of-lou-0815') } },
  resources: { note: { of: { kim: { id: 'n-1' }, lou: { id: 'n-2' } } } },
}

async function run(isRight: boolean): Promise<{ readonly found: readonly string[]; readonly open: readonly string[] }> {
  const found: string[] = []
  const open: string[] = []
  await runSample({
    api: notebook(isRight),
    fixtures: FIXTURES,
    emit: (event) => {
      if (event.type !== 'scenario.ended') return
      const { outcome, scenario } = event.verdict
      if (outcome === 'failed') found.push(`${scenario.row} ${scenario.route}`)
      if (outcome === 'inconclusive' && scenario.row.startsWith('resource')) open.push(scenario.name)
    },
    explores: true,
  })
  return { found: [...new Set(found)], open }
}

describe('an operation that ends the sessions of the fixtures', () => {
  it('comes after all that needs them, and accuses no credential that it has ended', async () => {
    expect(await run(true)).to.deep.equal({ found: [], open: [] })
  })

  it('keeps no record of another user from being asked for', async () => {
    expect((await run(false)).found).to.deep.equal(['resource.other GET /notes/[id]'])
  })
})
