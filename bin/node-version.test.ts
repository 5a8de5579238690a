import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { refuseNode } from './node-version.ts'

describe('refuseNode', () => {
  const cases: Readonly<Record<string, boolean>> = {
    '14.21.3': false,
    '18.20.8': false,
    '20.18.3': false,
    '20.19.0': true,
    '20.20.2': true,
    '21.7.3': false,
    '22.11.0': false,
    '22.12.0': true,
    '23.11.0': false,
    '24.0.0': true,
    '26.1.0': true,
  }
  for (const [version, isSupported] of Object.entries(cases)) {
    it(`${isSupported ? 'lets pass' : 'refuses'} ${version}, as package.json says`, () => {
      const said = `svc needs Node 20.19, 22.12, or 24 and later; this is ${version}. Install one of them: https://nodejs.org`
      expect(refuseNode(version)).to.equal(isSupported ? undefined : said)
    })
  }

  it('is asked before anything is imported that an old Node does not have', () => {
    const text = readFileSync(new URL('svc.ts', import.meta.url), 'utf8')
    const imports = [...text.matchAll(/^import .* from '(.*)'$/gm)].map((match) => match[1])
    expect(imports).to.deep.equal(['node:fs', 'node:url', './node-version.ts'])
    expect(text.indexOf('refuseNode(process')).to.be.below(text.indexOf('import.meta.resolve'))
    const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      readonly engines: { readonly node: string }
    }
    expect(engines.node).to.equal('^20.19.0 || ^22.12.0 || >=24')
  })
})
