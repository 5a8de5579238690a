import { expect } from 'chai'
import type { Throwaway } from '../model/fixtures.ts'
import type { Answer, Maker } from './exploration.ts'
import { Journal } from './journal.ts'
import { Throwaways } from './throwaways.ts'

const request = (target: string, mail: string): Throwaway['register'] => ({
  method: 'POST',
  target,
  headers: [['Content-Type', 'application/json']],
  body: JSON.stringify({ name: '{user}', email: mail, password: '{password}' }),
})

/** The names of the users that a run has to delete after a second registration of one name with another address. */
async function namesAfter(isTaken: boolean): Promise<readonly string[]> {
  const journal = new Journal(undefined, 'http://127.0.0.1:3000', 'svc1')
  const send = async (): Promise<Answer> => ({ isGood: !isTaken }) as Answer
  const world = { mark: 'svc1', journal, hide: () => undefined, send } as unknown as Maker
  const how = { register: request('/register', '{user}@example.com'), login: request('/login', '') } as Throwaway
  await new Throwaways(world, how).registerAgain({ name: 'svc17' })
  return journal.made.flatMap((one) => (one.kind === 'user' ? [one.name] : []))
}

describe('a second user of one name', () => {
  it('is deleted by the name of the address, too: some servers know users by it alone', async () => {
    expect(await namesAfter(false)).to.deep.equal(['svc17', 'svc17r'])
  })

  it('is absent where the server refuses it', async () => {
    expect(await namesAfter(true)).to.deep.equal([])
  })
})
