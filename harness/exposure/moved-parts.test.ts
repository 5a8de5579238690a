import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import { SvcAPI } from 'svc'
import { type AuthRequest, constantTimeEqual, named } from 'svc/security'
import { runSample } from '../testdata/run-sample.ts'

/** Texts between the parts that are signed. */
const SEPARATORS: Readonly<Record<string, string>> = { nothing: '', 'a line break': '\n', 'a colon': ':' }

/** @param isComputed whether a function of the fixtures signs each request */
async function causesOf(separator: string, isComputed: boolean): Promise<readonly string[]> {
  const sign = (id: string, until: string): string =>
    createHmac('sha256', 'links-of-prints').update([id, until].join(separator)).digest('hex')
  const link = named('Link', ({ params, url }: AuthRequest) => {
    const [until = '', sig = ''] = ['until', 'sig'].map((name) => url.searchParams.get(name) ?? '')
    const { id = '' } = params
    return constantTimeEqual(sig, sign(id, until)) && Number(until) > Date.now() / 1_000 ? { print: id } : null
  })
  const api = new SvcAPI()
  api.get('/prints/[id]', { auth: link }, ({ auth }) => auth)
  const until = String(Math.floor(Date.now() / 1_000) + 3_600)
  const queryOf = (path: string) => ({ query: { until, sig: sign(path.split('/').at(-1) ?? '', until) } })
  const signs = ['path', 'query']
  const valid = isComputed
    ? { sign: ({ path }: { readonly path: string }) => queryOf(path), signs }
    : { ...queryOf('/121'), signs }
  const causes: string[] = []
  await runSample({
    api,
    fixtures: { credentials: { Link: { valid } }, routes: { 'GET /prints/[id]': { params: { id: '121' } } } },
    isChosen: ({ control }) => control === 'control',
    explores: true,
    emit: (event) => {
      if (event.type !== 'scenario.ended' || event.verdict.scenario.row !== 'signed.moved') return
      causes.push(event.verdict.finding?.scenario.cause ?? event.verdict.outcome)
    },
  })
  return causes
}

describe('a link whose id goes on into its time', () => {
  for (const [what, separator] of Object.entries(SEPARATORS))
    for (const isComputed of [true, false])
      it(`is ${separator === '' ? '' : 'not '}a finding where ${what} stands between them${isComputed ? ', and a function signs' : ''}`, async () => {
        const [cause, more] = await causesOf(separator, isComputed)
        expect(more).to.equal(undefined)
        if (separator === '') expect(cause).to.match(/^Link signs the parts of a link one behind the other/)
        else expect(cause).to.equal('passed')
      })
})
