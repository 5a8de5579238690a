import { spawnSync } from 'node:child_process'
import { expect } from 'chai'
import type { RequestData } from '../model/request.ts'
import { curlOf } from './curl.ts'
import { Redactor } from './redact.ts'

const KEY = 'Key-of-the-shop-4711'
const redactor = new Redactor([{ value: KEY, label: 'env:SHOP_KEY' }])

function request(key: string, body?: string): RequestData {
  const headers = [['X-Key', key]] as const
  return { method: body === undefined ? 'GET' : 'POST', target: '/x', headers, ...(body === undefined ? {} : { body }) }
}

/** The arguments that a shell gives to the command, or its message. */
function argumentsOf(command: string, env: Readonly<Record<string, string>>): readonly string[] {
  const { stdout, stderr } = spawnSync(
    'bash',
    ['--norc', '--noprofile', '-c', `curl() { printf '%s\\n' "$@"; }\n${command}`],
    {
      encoding: 'utf8',
      env: { ...env, PATH: process.env['PATH'] ?? '' },
    },
  )
  return (stdout === '' ? stderr : stdout).trimEnd().split('\n')
}

describe('a request as a command for curl', () => {
  const set = { SHOP_KEY: KEY }
  for (const [title, sent, value] of [
    ['a secret', request(KEY), `X-Key: ${KEY}`],
    ['a part of a secret', request(KEY.slice(0, 8)), `X-Key: ${KEY.slice(0, 8)}`],
    ['signs of a shell', request('a$b`c"d'), 'X-Key: a$b`c"d'],
    ['a body with an operator', request('k', '{"$ne":null}'), '{"$ne":null}'],
  ] as const)
    it(`sends ${title}`, () =>
      expect(argumentsOf(curlOf(sent, 'http://localhost:3000', redactor), set)).to.include(value))

  for (const sent of [request(KEY), request(KEY.slice(0, 8))])
    it(`sends nothing where a variable is not set: ${sent.headers[0]?.[1].length} characters of it`, () => {
      const [message, ...more] = argumentsOf(curlOf(sent, 'http://localhost:3000', redactor), {})
      expect([message, more]).to.deep.equal([message, []])
      expect(message).to.match(/SHOP_KEY: parameter null or not set$/)
    })

  it('shows no secret', () => expect(curlOf(request(KEY), 'http://localhost', redactor)).not.to.include('4711'))
})
