import { expect } from 'chai'
import { createSample, type Tree } from '../server/files/testdata/tree.ts'
import { readProjectEnv, requireEnvFile } from './env-files.ts'

describe('readProjectEnv', () => {
  const cases: readonly {
    readonly name: string
    readonly files: Tree
    readonly env?: NodeJS.ProcessEnv
    readonly after: NodeJS.ProcessEnv
    readonly says: string | undefined
  }[] = [
    { name: 'nothing where there is no file', files: {}, after: {}, says: undefined },
    {
      name: 'what Node itself reads: quotes, comments, export, line breaks',
      files: { '.env': '# note\nA=1 # one\nexport B="two words"\nC=\'#3\'\nD="x\ny"\n' },
      after: { A: '1', B: 'two words', C: '#3', D: 'x\ny' },
      says: 'env  .env  4 set',
    },
    {
      name: '.env.local over .env',
      files: { '.env': 'A=1\nB=1', '.env.local': 'B=2\nC=2' },
      after: { A: '1', B: '2', C: '2' },
      says: 'env  .env, .env.local  3 set',
    },
    {
      name: 'nothing over what the environment has, empty included',
      files: { '.env': 'A=1\nB=1', '.env.local': 'B=2' },
      env: { A: '', B: 'own' },
      after: { A: '', B: 'own' },
      says: 'env  .env, .env.local  0 set, 2 kept from the environment',
    },
  ]
  for (const { name, files, env = {}, after, says } of cases) {
    it(`reads ${name}`, () => {
      const sample = createSample(files)
      try {
        expect(readProjectEnv(sample.root, env)).to.equal(says)
        expect(env).to.deep.equal(after)
      } finally {
        sample.dispose()
      }
    })
  }
})

describe('requireEnvFile', () => {
  it('reads the file that is named, and refuses one that is not there', () => {
    const sample = createSample({ 'production.env': 'A=1\nB=2\n' })
    const env = { B: 'own' }
    requireEnvFile(`${sample.root}/production.env`, env)
    expect(env).to.deep.equal({ A: '1', B: 'own' })
    expect(() => requireEnvFile(`${sample.root}/other.env`, env)).to.throw(/^--env-file .*other\.env {2}cannot be read/)
    sample.dispose()
  })
})
