import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { TOOLS } from './package-json.ts'

describe('the package.json of a new project', () => {
  it('has the versions of the tools that this repository is checked with', () => {
    const { devDependencies } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      readonly devDependencies: Readonly<Record<string, string>>
    }
    const { '@types/node': types, typescript } = devDependencies
    expect(TOOLS).to.deep.equal({ '@types/node': types, typescript })
  })
})
