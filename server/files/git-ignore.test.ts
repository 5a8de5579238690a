import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { ensureIgnored } from './git-ignore.ts'
import { createSample, type Tree } from './testdata/tree.ts'

const LINES = '.svc/*\n!.svc/types.ts\n'

/** The files before, and the text of the project's .gitignore afterwards. */
const CASES: Readonly<Record<string, readonly [tree: Tree, isRepository: boolean, after: string | undefined]>> = {
  'no repository': [{}, false, undefined],
  'no .gitignore': [{}, true, LINES],
  'a .gitignore without it': [{ app: { '.gitignore': 'node_modules\n' } }, true, `node_modules\n${LINES}`],
  'a .gitignore without a last line break': [{ app: { '.gitignore': 'dist' } }, true, `dist\n${LINES}`],
  'another name that begins alike': [{ app: { '.gitignore': '.svcrc\n' } }, true, `.svcrc\n${LINES}`],
  'lines of its own': [{ app: { '.gitignore': '.svc/\n' } }, true, '.svc/\n'],
  'lines of its own for its files': [{ app: { '.gitignore': '/.svc/*\n' } }, true, '/.svc/*\n'],
  'lines at the top of the repository': [{ '.gitignore': '**/.svc/*\n' }, true, undefined],
}

describe('ensureIgnored', () => {
  for (const [what, [tree, isRepository, after]] of Object.entries(CASES)) {
    it(`leaves .svc/ ignored, and types.ts to be committed: ${what}`, () => {
      const sample = createSample({ 'readme.md': '', ...tree })
      try {
        mkdirSync(`${sample.root}/app`, { recursive: true })
        if (isRepository) mkdirSync(`${sample.root}/.git`)
        const file = `${sample.root}/app/.gitignore`
        for (let round = 0; round < 2; round++) {
          ensureIgnored(`${sample.root}/app`)
          expect(existsSync(file) ? readFileSync(file, 'utf8') : undefined).to.equal(after)
        }
      } finally {
        sample.dispose()
      }
    })
  }
})
