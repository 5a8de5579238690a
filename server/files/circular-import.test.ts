import { expect } from 'chai'
import { isLoadError } from '../base/errors.ts'
import { PACKAGE, useProjects } from './testdata/projects.ts'
import type { Tree } from './testdata/tree.ts'

const FIX = 'Move what both need into a file of its own, or read it inside a function.'

describe('a circular import', () => {
  const project = useProjects()

  async function load(tree: Tree): Promise<unknown> {
    const modules = await project.open({ ...PACKAGE, ...tree })
    return modules.import(`${project.sample.root}/a.ts`).catch((error: unknown) => {
      if (!isLoadError(error)) throw error
      return `${error.code} ${project.sample.strip(error.message)}`
    })
  }

  const refused: readonly (readonly [what: string, tree: Tree, message: string])[] = [
    [
      'a name',
      {
        'a.ts': "import { b } from './b.ts'\nexport const a = b",
        'b.ts': "\nimport { a } from './a.ts'\nexport const b = [a]",
      },
      `b.ts:2  circular import: b.ts → a.ts → b.ts. "a" of a.ts is read here before it is defined. ${FIX}`,
    ],
    [
      'a default export',
      { 'a.ts': "import b from './b.ts'\nexport default b", 'b.ts': "import a from './a.ts'\nexport default [a]" },
      `b.ts:1  circular import: b.ts → a.ts → b.ts. The default export of a.ts is read here before it is defined. ${FIX}`,
    ],
    [
      'a class, by way of a third file',
      {
        'a.ts': "import { B } from './b.ts'\nexport class A extends B {}",
        'b.ts': "import { C } from './c.ts'\nexport class B extends C {}",
        'c.ts': "import { A } from './a.ts'\nexport class C extends A {}",
      },
      `c.ts:1  circular import: c.ts → a.ts → b.ts → c.ts. "A" of a.ts is read here before it is defined. ${FIX}`,
    ],
  ]
  for (const [what, tree, message] of refused) {
    it(`is named where ${what} is read too early`, async () => {
      expect(await load(tree)).to.equal(`SVC_IMPORT_CIRCULAR ${message}`)
    })
  }

  it('loads where the name is read inside a function, or is a function', async () => {
    const loaded = (await load({
      'a.ts':
        "import { b, early } from './b.ts'\nexport const a = 1\nexport function f() { return 2 }\nexport const all = () => [b(), early]",
      'b.ts': "import { a, f } from './a.ts'\nexport const b = () => a\nexport const early = f()",
    })) as { readonly all: () => readonly number[] }
    expect(loaded.all()).to.deep.equal([1, 2])
  })

  it('goes away with the edit that ends it', async () => {
    expect(
      await load({
        'a.ts': "import { b } from './b.ts'\nexport const a = b",
        'b.ts': "import { a } from './a.ts'\nexport const b = [a]",
      }),
    ).to.match(/^SVC_IMPORT_CIRCULAR/)
    await project.modules.invalidate(new Map([[project.sample.write('b.ts', 'export const b = 3'), 'update']]))
    expect(await project.modules.import(`${project.sample.root}/a.ts`)).to.include({ a: 3 })
  })
})
