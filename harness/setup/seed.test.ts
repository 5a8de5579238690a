import { getEventListeners } from 'node:events'
import { expect } from 'chai'
import { SvcAPI } from 'svc'
import { bearer } from 'svc/security'
import { authScenarios } from '../command/auth-scenarios.ts'
import type { Seed } from '../credentials/seed-function.ts'
import { checkStructure } from '../credentials/structure.ts'
import { withSeed } from './seed.ts'

describe('the seed of fixtures', () => {
  async function trace(seed: Seed | undefined, run: () => void = () => undefined): Promise<readonly string[]> {
    const lines: string[] = []
    const step = (line: string) => (): void => void lines.push(line)
    const given: Seed | undefined =
      seed ??
      (async () => {
        step('seed')()
        return step('undo')
      })
    const body = async (): Promise<void> => {
      step('run')()
      run()
    }
    await withSeed({ seed: given }, 'f.ts', undefined, body).catch((error: Error) => step(error.message)())
    return lines
  }
  const fail = (): never => {
    throw new Error('no database\nat somewhere')
  }

  it('is planted before and removed after', async () => {
    expect(await trace(undefined)).to.deep.equal(['seed', 'run', 'undo'])
  })

  it('is removed after a failure', async () => {
    expect(await trace(undefined, fail)).to.deep.equal(['seed', 'run', 'undo', 'no database\nat somewhere'])
  })

  it('may have nothing to remove', async () => {
    expect(await trace(() => undefined)).to.deep.equal(['run'])
  })

  it('is an error with its name if it throws, if its undoing throws, and if it returns something else', async () => {
    expect(await trace(fail)).to.deep.equal(['f.ts  seed threw: Error: no database'])
    expect(await trace(() => fail)).to.deep.equal([
      'run',
      'f.ts  the function that seed returned threw, so test data may be left: Error: no database',
    ])
    expect(await trace((() => ['row']) as never)).to.deep.equal([
      'f.ts  seed returned a list. Return the function that removes the test data, or nothing.',
    ])
  })

  it('keeps the program alive while it is there, and no longer', async () => {
    const { signal } = new AbortController()
    const count = (): number => getEventListeners(signal, 'abort').length
    const during = await withSeed({ seed: () => undefined }, 'f.ts', signal, async () => count())
    expect([during, count()]).to.deep.equal([1, 0])
  })

  it('is a function', () => {
    expect(() => checkStructure({ seed: 'INSERT INTO users' }, 'auth.yaml')).to.throw(
      'auth.yaml  seed must be a function, which fixtures in TypeScript can have; got a text',
    )
  })

  it('is there for the logins and requests of authScenarios, until they are closed', async () => {
    const rows = new Set<string>()
    const seed: Seed = () => {
      rows.add('good-token')
      return () => rows.clear()
    }
    const api = new SvcAPI({ auth: null })
    api.get('/x', { auth: bearer((_, token) => rows.has(token), { name: 'Token' }) }, () => 1)
    const scenarios = await authScenarios(api, {
      fixtures: { seed, credentials: { Token: { valid: 'good-token' } } },
      only: ['valid', 'bearer'],
    })
    try {
      const verdicts = await scenarios.for('GET /x')
      expect(verdicts.every(({ outcome }) => outcome === 'passed')).to.equal(true)
    } finally {
      await scenarios.close()
    }
    expect([...rows]).to.deep.equal([])
  })
})
