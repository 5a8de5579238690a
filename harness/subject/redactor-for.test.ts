import { resolve } from 'node:path'
import { expect } from 'chai'
import { redactorFor } from './redactor-for.ts'

const SECRETS = [{ value: 'tracker-ada-51f0c', label: 'env:ADA' }]
const SOURCE = { file: resolve('routes/tracker/index.ts'), line: 3, column: 1 }
const route = { path: '/issues', auth: null, source: SOURCE, authSource: undefined }

describe('the redactor of a run', () => {
  it('leaves the paths of the files that declare the routes, in which a part of a secret is a word', () => {
    const message = 'may of issue, routes/tracker/index.ts:3, says yes to tracker-ada-51f0c'
    expect(redactorFor({ secrets: SECRETS }, [{ route }]).redact(message)).to.equal(
      'may of issue, routes/tracker/index.ts:3, says yes to [env:ADA]',
    )
  })

  it('hides such a part where no file and no route has the word', () => {
    const elsewhere = { ...route, source: { ...SOURCE, file: resolve('routes/issues.ts') } }
    expect(redactorFor({ secrets: SECRETS }, [{ route: elsewhere }]).redact('see tracker/9')).to.match(
      /^see \[env:ADA: chars 1-/,
    )
  })
})
