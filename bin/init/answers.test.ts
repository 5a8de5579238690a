import { PassThrough } from 'node:stream'
import { expect } from 'chai'
import { completeAnswers, type GivenAnswers } from './answers.ts'

describe('completeAnswers', () => {
  const nothing: GivenAnswers = { name: undefined, kinds: undefined }

  it('takes the name of the folder, bearer and session where it may not ask', async () => {
    const expected = { name: 'pets', kinds: ['bearer', 'session'] }
    expect(await completeAnswers(nothing, '/srv/Pets', undefined)).to.deep.equal(expected)
    const given: GivenAnswers = { name: 'zoo', kinds: ['key'] }
    expect(await completeAnswers(given, '/srv/pets', undefined)).to.deep.equal(given)
  })

  const asked: readonly {
    readonly given: GivenAnswers
    readonly typed: string
    readonly answers: unknown
    readonly questions: string
  }[] = [
    {
      given: nothing,
      typed: '\n\n',
      answers: { name: 'pets', kinds: ['bearer', 'session'] },
      questions: 'Name (pets): Auth, of bearer, key, session, jwt, oidc (bearer,session): ',
    },
    {
      given: nothing,
      typed: 'zoo\nkey, bearer\n',
      answers: { name: 'zoo', kinds: ['bearer', 'key'] },
      questions: 'Name (pets): Auth, of bearer, key, session, jwt, oidc (bearer,session): ',
    },
    {
      given: nothing,
      typed: 'My Zoo\nzoo\nsaml\nkey\n',
      answers: { name: 'zoo', kinds: ['key'] },
      questions:
        'Name (pets): name "My Zoo"  is not a package name. Use lower-case letters, digits, "-", "_" and ".", after a scope such as "@acme/" if it has one; not "svc", which the project depends on.\n' +
        'Name (pets): Auth, of bearer, key, session, jwt, oidc (bearer,session): ' +
        'auth takes bearer, key, session, jwt, oidc, separated by commas; got "saml".\n' +
        'Auth, of bearer, key, session, jwt, oidc (bearer,session): ',
    },
    {
      given: { name: 'zoo', kinds: undefined },
      typed: 'session\n',
      answers: { name: 'zoo', kinds: ['session'] },
      questions: 'Auth, of bearer, key, session, jwt, oidc (bearer,session): ',
    },
  ]
  for (const { given, typed, answers, questions } of asked) {
    it(`asks for what was not said: ${JSON.stringify(typed)}`, async () => {
      const input = new PassThrough()
      const output = new PassThrough({ encoding: 'utf8' })
      let written = ''
      const lines = typed.split('\n')
      output.on('data', (text: string) => {
        written += text
        // As a person does: an answer for each question.
        if (text.endsWith(': ')) input.write(`${lines.shift() ?? ''}\n`)
      })
      const terminal = { input, output, signal: new AbortController().signal }
      expect(await completeAnswers(given, '/srv/pets', terminal)).to.deep.equal(answers)
      expect(written).to.equal(questions)
    })
  }

  it('ends with the signal', async () => {
    const terminal = { input: new PassThrough(), output: new PassThrough(), signal: AbortSignal.abort() }
    const error: unknown = await completeAnswers(nothing, '/srv/pets', terminal).catch((thrown: unknown) => thrown)
    expect(error).to.include({ name: 'AbortError' })
  })
})
