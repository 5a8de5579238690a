import { expect } from 'chai'
import { SvcAPI } from 'svc'
import type { Loaded } from '../files/load.ts'
import { hintAtRoot } from './root-hint.ts'

async function linesFor(base: string, paths: readonly string[], docs?: false): Promise<readonly string[]> {
  const api = new SvcAPI({ auth: null, ...(docs === undefined ? {} : { docs }) })
  api.get('/x', {}, () => 1)
  const served = api.withOperations(api.operations(), { base })
  const lines: string[] = []
  served.observe(
    hintAtRoot(
      () => ({ base, api: served }) as unknown as Loaded,
      (line) => void lines.push(line),
    ),
  )
  for (const path of paths) await served.fetch(new Request(`http://localhost${path}`))
  return lines
}

describe('a hint at the address of a project', () => {
  it('says once where routes and page are, when / is asked for', async () => {
    expect(await linesFor('/api', ['/', '/'])).to.deep.equal([
      'nothing is served at /: the routes are below /api, the reference page is /api/docs',
    ])
  })

  it('names no page that is not served, and says nothing of other paths and without a base', async () => {
    expect(await linesFor('/api', ['/'], false)).to.deep.equal(['nothing is served at /: the routes are below /api'])
    expect(await linesFor('/api', ['/api/x', '/api/nowhere', '/favicon.ico'])).to.deep.equal([])
    expect(await linesFor('', ['/'])).to.deep.equal([])
  })
})
