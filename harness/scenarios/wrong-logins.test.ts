import { expect } from 'chai'
import { wrongLogins } from './wrong-logins.ts'

type Fields = Readonly<Record<string, unknown>>

const json = (body: Fields): ReadonlyMap<string, string> => bodiesOf('application/json', JSON.stringify(body))
const form = (body: Record<string, string>): ReadonlyMap<string, string> =>
  bodiesOf('application/x-www-form-urlencoded', new URLSearchParams(body).toString())

function bodiesOf(type: string, body: string): ReadonlyMap<string, string> {
  const login = { method: 'POST', target: '/login', headers: [['Content-Type', type]] as const, body }
  return new Map(wrongLogins(login).map(({ name, request }) => [name, request.body ?? '']))
}

const ANN = { user: 'ann', password: 'Secret-1' }

/** The login that is sent in place of a good one. */
const SENT: readonly (readonly [name: string, json: Fields])[] = [
  ['empty-password', { user: 'ann', password: '' }],
  ['no-password', { user: 'ann' }],
  ['password-is-user', { user: 'ann', password: 'ann' }],
  ['password-case', { user: 'ann', password: 'SECRET-1' }],
  ['password-prefix', { user: 'ann', password: 'Secret-' }],
  ['password-longer', { user: 'ann', password: 'Secret-1x' }],
  ['password-blanks', { user: 'ann', password: ' Secret-1 ' }],
  ['user-like', { user: '%', password: 'Secret-1' }],
  ['password-like', { user: 'ann', password: '%' }],
  ['sql-user', { user: "ann'--", password: 'svc' }],
  ['list-password', { user: 'ann', password: ['Secret-1'] }],
  ['null-password', { user: 'ann', password: null }],
  ['object-password', { user: 'ann', password: {} }],
]

describe('wrong logins', () => {
  for (const [name, fields] of SENT) {
    it(`have ${name}`, () => expect(JSON.parse(json(ANN).get(name) ?? 'null')).to.deep.equal(fields))
  }

  it('write lists and objects as forms spell them', () => {
    const sent = form(ANN)
    expect([sent.get('list-password'), sent.get('operator-password'), sent.get('null-password')]).to.deep.equal([
      'user=ann&password%5B%5D=Secret-1',
      'user=ann&password%5B%24ne%5D=',
      undefined,
    ])
  })

  it('keep the domain of an address', () => {
    const sent = json({ email: 'ann@example.com', password: 'Secret-1' })
    const { email } = JSON.parse(sent.get('unknown-user') ?? '{}') as { readonly email?: string }
    expect(email)
      .to.match(/^[a-z]{3}@example\.com$/)
      .and.not.equal('ann@example.com')
  })

  it('do not lengthen what bcrypt cuts off', () => {
    expect(json({ user: 'ann', password: 'x'.repeat(72) }).has('password-longer')).to.equal(false)
  })

  it('take the only other field for the user', () => {
    expect(json({ kennung: 'ann', passwort: 'x', password: 'y' }).size).to.equal(0)
    expect(json({ kennung: 'ann', password: 'y' }).has('wrong-password')).to.equal(true)
  })

  it('never send the good login', () => {
    for (const body of json({ user: 'ann', password: '1234' }).values())
      expect(JSON.parse(body)).to.not.deep.equal({ user: 'ann', password: '1234' })
  })
})
