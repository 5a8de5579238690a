import { expect } from 'chai'
import { SvcAPI } from 'svc'
import { bearer, headerKey, resource } from 'svc/security'
import type { FixtureFile } from '../credentials/define.ts'
import type { RunEvent } from '../model/event.ts'
import { MatrixRecorder } from '../report/matrix.ts'
import { matrixLines } from '../report/matrix-text.ts'
import { runSample } from '../testdata/run-sample.ts'

const TOKENS: Readonly<Record<string, string>> = { 'token-of-kim-4711': 'kim', 'token-of-lou-0815': 'lou' }
const KEYS: Readonly<Record<string, string>> = { 'key-of-kim-2244': 'kim', 'key-of-lou-5566': 'lou' }

interface User {
  readonly name: string
  readonly by: string
}

/** Notes that a token or a key opens; with a mistake, a key opens those of every user. */
function notes(isOpen: boolean) {
  const all = new Map([
    ['n-101', { id: 'n-101', owner: 'kim', text: 'The spare key' }],
    ['n-202', { id: 'n-202', owner: 'lou', text: 'The greenhouse' }],
  ])
  const userOf = (known: Readonly<Record<string, string>>, value: string, by: string): User | null => {
    const name = Object.hasOwn(known, value) ? known[value] : undefined
    return name === undefined ? null : { name, by }
  }
  const auth = [
    bearer((_, token) => userOf(TOKENS, token, 'token'), { name: 'Token' }),
    headerKey('X-Key', (_, key) => userOf(KEYS, key, 'key'), { name: 'Key' }),
  ] as const
  const note = resource('note', {
    load: ({ params }: { params: { id: string } }) => all.get(params.id),
    may: (found, { auth: user }: { auth: User }) => found.owner === user.name || (isOpen && user.by === 'key'),
  })
  const api = new SvcAPI({ auth })
  api.get('/notes/[id]', { resource: note }, ({ resources }) => resources.note)
  api.delete('/notes/[id]', { resource: note }, ({ params }) => all.delete(params.id))
  return api
}

const FIXTURES: FixtureFile = {
  users: { kim: {}, lou: {} },
  credentials: {
    Token: { kim: 'token-of-kim-4711', lou: 'token-of-lou-0815' },
    Key: { kim: 'key-of-kim-2244', lou: 'key-of-lou-5566' },
  },
  routes: { 'DELETE /notes/[id]': { params: { id: 'n-303' } } },
  resources: { note: { of: { kim: { id: 'n-101' }, lou: { id: 'n-202' } }, spare: true } },
}

/** The matrix of a run, and the names of its findings. */
async function run(isOpen = false): Promise<{ readonly lines: readonly string[]; readonly found: readonly string[] }> {
  const matrix = new MatrixRecorder()
  matrix.plan([{ route: { key: 'GET /notes/[id]' } } as never])
  const found: string[] = []
  const emit = (event: RunEvent): void => {
    if (event.type !== 'scenario.ended') return
    matrix.add(event.verdict)
    if (event.verdict.outcome === 'failed') found.push(event.verdict.scenario.name)
  }
  await runSample({ api: notes(isOpen), fixtures: FIXTURES, emit, isChosen: () => true, explores: true })
  const plain = { dim: String, green: String, red: String, yellow: String, bold: String } as never
  return {
    lines: matrixLines(
      matrix.matrix([
        { name: 'kim', roles: [] },
        { name: 'lou', roles: [] },
      ]),
      plain,
    ),
    found,
  }
}

describe('records of an application in this process', () => {
  it('are rows of the matrix, each with its owner', async () => {
    const { lines, found } = await run()
    expect(found).to.deep.equal([])
    expect(lines.map((line) => line.replaceAll(/ {2,}/g, '  ').trim())).to.include.members([
      'GET /notes/[id] of kim  401  200  404',
      'GET /notes/[id] of lou  401  404  200',
    ])
  })

  it('are asked for with each credential of each user', async () => {
    const { found } = await run(true)
    expect(found).to.include.members(['resource.other-note-lou-kim-by-Key', 'resource.other-note-kim-lou-by-Key'])
    expect(found).to.not.include('resource.other-note-lou-kim')
  })
})
