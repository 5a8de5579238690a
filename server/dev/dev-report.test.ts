import { expect } from 'chai'
import type { AuthChange } from './auth-changes.ts'
import { describeReload } from './dev-report.ts'
import { createPaint } from '../base/paint.ts'
import type { Reload } from './reloader.ts'

const closing = (name: string): AuthChange => ({ operation: name, before: 'fwAuth', after: '503', opened: false })
const opening: AuthChange = { operation: 'GET /open', before: '503, was fwAuth', after: 'public', opened: true }

function describeChanges(authChanges: readonly AuthChange[]): readonly string[] {
  const loaded = { operations: [], base: '', problems: [], warnings: [], closed: [] } as unknown as Reload['loaded']
  const reload: Reload = { loaded, changes: new Map(), authChanges, newWarnings: [], duration: 1 }
  return describeReload(reload, createPaint(false)).slice(1)
}

describe('describeReload', () => {
  const names = ['GET /a', 'GET /b', 'GET /c', 'GET /d', 'GET /e']

  it('lists the operations that a few lines hold', () => {
    expect(describeChanges(names.map(closing))).to.deep.equal(names.map((name) => `  auth  ${name}  fwAuth -> 503`))
  })

  it('counts what closes at once', () => {
    expect(describeChanges([...names, 'GET /f'].map(closing))).to.deep.equal(['  auth  6 operations  -> 503'])
  })

  it('counts what is back, and still shouts each one that is public now', () => {
    const back = [...names, 'GET /f'].map((name) => ({ ...closing(name), before: '503', after: 'fwAuth' }))
    expect(describeChanges([...back, opening])).to.deep.equal([
      'OPENED  GET /open  503, was fwAuth -> public',
      '  auth  6 operations  503 -> as before',
    ])
  })

  it('does not count the docs among the operations', () => {
    expect(describeChanges([...names, 'docs'].map(closing))).to.deep.equal(
      [...names, 'docs'].map((name) => `  auth  ${name}  fwAuth -> 503`),
    )
  })

  it('does not count what is gone as back', () => {
    const gone = [...names, 'GET /f'].map((name) => ({ ...closing(name), before: '503', after: undefined }))
    expect(describeChanges(gone)).to.deep.equal(gone.map(({ operation }) => `  auth  ${operation}  503 -> gone`))
  })
})
