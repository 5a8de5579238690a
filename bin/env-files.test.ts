import { expect } from 'chai'
import { createSample, type Tree } from '../server/files/testdata/tree.ts'
import { type EnvMode, readProjectEnv, requireEnvFile } from './env-files.ts'

describe('readProjectEnv', () => {
  const cases: readonly {
    readonly name: string
    readonly mode?: EnvMode
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
    {
      name: 'nothing that is for tests, in development',
      files: { '.env': 'A=1', '.env.test': 'A=2\nB=2', '.env.test.local': 'A=3' },
      after: { A: '1' },
      says: 'env  .env  1 set',
    },
    {
      name: '.env.test over the files of development, and .env.test.local over it, in tests',
      mode: 'test',
      files: {
        '.env': 'A=1\nB=1\nC=1\nD=1',
        '.env.local': 'B=2\nC=2\nD=2',
        '.env.test': 'C=3\nD=3',
        '.env.test.local': 'D=4',
      },
      after: { A: '1', B: '2', C: '3', D: '4' },
      says: 'env  .env, .env.local, .env.test, .env.test.local  4 set',
    },
    {
      name: 'nothing over what the environment has, in tests',
      mode: 'test',
      files: { '.env.test': 'A=2\nB=2' },
      env: { A: 'own' },
      after: { A: 'own', B: '2' },
      says: 'env  .env.test  1 set, 1 kept from the environment',
    },
  ]
  for (const { name, mode = 'development', files, env = {}, after, says } of cases) {
    it(`reads ${name}`, () => {
      const sample = createSample(files)
      try {
        expect(readProjectEnv(sample.root, mode, env)).to.equal(says)
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
    expect(() => requireEnvFile(`${sample.root}/other.env`, env)).to.throw(
      /^--dotenv .*other\.env {2}cannot be read from .*Write the variables/,
    )
    sample.dispose()
  })
})
