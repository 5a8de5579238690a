import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { readErrorEntries } from './error-entries.ts'

describe('the entries of the page of errors', () => {
  const entries = readErrorEntries()

  it('are all of its codes, each with what happened and how to fix it', () => {
    const page = readFileSync(new URL('../docs/reference/errors.md', import.meta.url), 'utf8')
    const codes = [...page.matchAll(/^\| `(SVC_[A-Z_]+)`/gm)].map(([, code]) => code)
    expect([...entries.keys()]).to.deep.equal(codes)
    expect([...entries.values()].filter(({ what, fix }) => what.length < 10 || fix.length < 10)).to.deep.equal([])
  })

  it('are plain text', () => {
    expect(entries.get('SVC_AUTH_CLASS')).to.deep.equal({
      what: '`auth` is a class and not an instance of it.',
      fix: 'Write `new TokenAuth()`.',
    })
    const texts = [...entries.values()].flatMap(({ what, fix }) => [what, fix])
    expect(texts.filter((text) => /\]\(|\\\|/.test(text))).to.deep.equal([])
  })
})
