import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { parseSync } from 'vite'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** The packages that a server imports at once, each with its purpose. Everything else is for `svc dev`, `svc build` and `svc test-auth`. */
const AT_ONCE: Readonly<Record<string, string>> = {
  h3: 'adapts requests and responses of Node',
  'iron-webcrypto': 'seals sessions',
  srvx: 'responses that Node sends without a copy',
  'rate-limiter-flexible': 'counters of the throttle',
}

/** The packages that are imported when an application uses them. */
const LATER: Readonly<Record<string, string>> = {
  crossws: 'WebSockets, where an operation has one',
  unstorage: 'the store of revocations, where one is configured',
}

interface Edges {
  readonly atOnce: readonly string[]
  readonly later: readonly string[]
}

/** The packages that a file reaches; `import type` is gone at run time. */
function packagesOf(door: string): { readonly atOnce: ReadonlySet<string>; readonly later: ReadonlySet<string> } {
  const found = { atOnce: new Set<string>(), later: new Set<string>() }
  const seen = new Map<string, boolean>()
  const visit = (file: string, isLater: boolean): void => {
    if (seen.get(file) === false || (seen.has(file) && isLater)) return
    seen.set(file, isLater)
    const { atOnce, later } = readEdges(file)
    const follow = (specifier: string, isLate: boolean): void => {
      if (specifier.startsWith('node:')) return
      if (specifier.startsWith('.')) return visit(join(dirname(file), specifier), isLate)
      found[isLate ? 'later' : 'atOnce'].add(specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'))
    }
    for (const specifier of atOnce) follow(specifier, isLater)
    for (const specifier of later) follow(specifier, true)
  }
  visit(join(ROOT, door), false)
  return found
}

function readEdges(file: string): Edges {
  if (!existsSync(file)) return { atOnce: [], later: [] }
  const text = readFileSync(file, 'utf8')
  const { module } = parseSync(file, text)
  const isValue = (entries: readonly { readonly isType: boolean }[]): boolean =>
    entries.length === 0 || entries.some((entry) => !entry.isType)
  const imported = module.staticImports.filter(({ entries }) => isValue(entries)).map((one) => one.moduleRequest.value)
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? [moduleRequest.value] : [])),
  )
  const later = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const [, specifier] = /^['"](.*)['"]$/.exec(text.slice(start, end)) ?? []
    return specifier === undefined ? [] : [specifier]
  })
  return { atOnce: [...imported, ...exported], later }
}

describe('the packages behind the doors of a server', () => {
  for (const door of ['server/index.ts', 'server/auth/index.ts']) {
    it(`${door} reaches those of the list and no others`, () => {
      const { atOnce, later } = packagesOf(door)
      expect([...atOnce].filter((name) => !Object.hasOwn(AT_ONCE, name))).to.deep.equal([])
      expect([...later].filter((name) => !Object.hasOwn({ ...AT_ONCE, ...LATER }, name))).to.deep.equal([])
    })
  }

  it('server/identity/index.ts reaches jose, and openid-client with the first login, which the other doors never do', () => {
    const { atOnce, later } = packagesOf('server/identity/index.ts')
    const own = (names: ReadonlySet<string>): readonly string[] =>
      [...names].filter((name) => !Object.hasOwn({ ...AT_ONCE, ...LATER }, name))
    expect([own(atOnce), own(later)]).to.deep.equal([['jose'], ['openid-client']])
  })

  it('has no name in the list that nothing imports', () => {
    const { atOnce, later } = packagesOf('server/index.ts')
    expect(Object.keys(AT_ONCE).filter((name) => !atOnce.has(name))).to.deep.equal([])
    expect(Object.keys(LATER).filter((name) => !later.has(name))).to.deep.equal([])
  })
})

describe('the packed package', () => {
  const packageFile = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly files: readonly string[]
  }

  it('has the page of errors that messages lead to', () => {
    expect(packageFile.files).to.include('docs/reference/errors.md')
  })
})
