import { expect } from 'chai'
import { createSample, type SampleFolder } from '../../server/files/testdata/tree.ts'
import { readSessionUser } from './session-user.ts'

describe('the members of a session user', () => {
  let sample: SampleFolder
  afterEach(() => sample.dispose())

  function read(text: string): unknown {
    sample = createSample({ lib: { 'user.ts': text }, node_modules: { 'a.ts': 'interface SessionUser { no: 1 }' } })
    return readSessionUser(sample.root)?.map(({ name, valueFor }) => `${name}: ${valueFor('ann')}`)
  }
  const declare = (members: string): string => `declare module 'svc' {\n  interface SessionUser ${members}\n}\n`

  const table: readonly (readonly [what: string, text: string, members: readonly string[] | undefined])[] = [
    ['are a name where a project declares none', 'export const a = 1', ["name: 'ann'"]],
    [
      'have values of their types',
      declare(`{
    readonly id: number
    email: string; isOwner: boolean // : not a member
    /** plan: of the user */
    plan: 'free' | 'paid'
    readonly roles: readonly string[]
    groups: ReadonlyArray<string>
    address: { street: string; city: string }
    nickname?: string
    readonly since: Date
  }`),
      [
        'id: 1',
        "email: 'ann'",
        'isOwner: false',
        "plan: 'free'",
        'roles: []',
        'groups: []',
        'address: {} as never',
        'since: {} as never',
      ],
    ],
    ['are on one line, too', declare('{ id: string; age: number }'), ["id: 'ann'", 'age: 1']],
    ['are absent', declare('{}'), []],
    ['are not known where the interface extends another', declare('extends Person {}'), undefined],
  ]
  for (const [what, text, members] of table) {
    it(what, () => expect(read(text)).to.deep.equal(members))
  }
})
