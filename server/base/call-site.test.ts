import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { applicationCaller, applicationCallerOf, applicationFramesOf, callSiteOf, positionOf } from './call-site.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

describe('places that are taken from a stack', () => {
  const stack = (...files: readonly string[]): Error =>
    Object.assign(new Error('test'), { stack: files.map((file) => `    at x (${file}:4:2)`).join('\n') })

  for (const file of ['bin/commands/test-auth.ts', 'harness/run/run.ts', 'server/auth/session-auth.ts'])
    for (const path of [`${ROOT}${file}`, `file://${ROOT}dist/${file.replace(/ts$/, 'js')}`])
      it(`are never in svc itself: ${path.replace(ROOT, '')}`, () => {
        expect(applicationFramesOf(stack(path, `${ROOT}dist/run/svc.js`))).to.deep.equal([])
        expect(positionOf(stack(path, '/app/routes/x.ts'))).to.deep.equal({ file: '/app/routes/x.ts', line: 4 })
      })

  it('are never in a package', () => {
    expect(applicationFramesOf(stack('/app/node_modules/svc/dist/run/chunks/call-site.js'))).to.deep.equal([])
  })

  it('are in folders of an application that are called as those of svc are', () => {
    const file = '/app/server/routes/x.ts'
    expect(applicationFramesOf(stack(file))).to.deep.equal([{ file, line: 4 }])
  })

  it('are in the tests of svc, which are applications of it', () => {
    const place = function called(): unknown {
      return callSiteOf(called)
    }
    expect(place()).to.have.property('file', fileURLToPath(import.meta.url))
    const asked = function called(): unknown {
      return applicationCallerOf(called)
    }
    expect(asked()).to.have.property('file', fileURLToPath(import.meta.url))
  })

  it('are not in the folder that asks, whatever is in it', () => {
    expect(applicationCaller()).to.equal(undefined)
  })
})
