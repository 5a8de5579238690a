import { expect } from 'chai'
import { secret } from './secret.ts'
import { SecretTexts } from './secret-texts.ts'

const env = { PASSWORD: 'open-sesame', EMAIL: 'ann@example.com' }

describe('the texts of a login that must not show', () => {
  const table: readonly (readonly [title: string, given: Record<string, unknown>, shown: readonly string[]])[] = [
    ['are the password', { username: 'administrator', password: 'open-sesame' }, ['login.password']],
    ['are one of another name, from outside', { email: '${EMAIL}', phrase: '${PASSWORD}' }, ['env:PASSWORD']],
    ['are what is written as a secret, whatever its name', { username: secret('EMAIL') }, ['env:EMAIL']],
    ['are absent where a token of the login will stand', { refresh_token: '{refresh}', token: '{access}' }, []],
    ['are absent where only the user is named', { username: 'administrator', grant_type: 'password' }, []],
  ]
  for (const [title, given, shown] of table) {
    for (const form of ['form', 'json'] as const)
      it(`${title} (${form})`, () => {
        const texts = new SecretTexts({ env, directory: '.', allowExec: false })
        texts.request({ path: '/login', [form]: given }, 'login')
        const expected = shown.map((label) => label.replace('login.', `login.${form}.`))
        expect(texts.secrets.map(({ label }) => label)).to.deep.equal(expected)
      })
  }

  it('are those inside a member that is named so', () => {
    const texts = new SecretTexts({ env, directory: '.', allowExec: false })
    texts.request({ path: '/login', json: { user: { name: 'ann' }, passwords: ['one', 'two'] } }, 'login')
    expect(texts.secrets.map(({ value }) => value)).to.deep.equal(['one', 'two'])
  })

  it('are not warned of where a user is named', () => {
    const texts = new SecretTexts({ env, directory: '.', allowExec: false })
    texts.request({ path: '/login', json: { email: 'ann@example.com', password: 'open-sesame' } }, 'login')
    expect(texts.literals).to.deep.equal(['login.json.password'])
  })
})
