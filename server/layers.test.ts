import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join } from 'node:path/posix'
import { expect } from 'chai'
import { parseSync } from 'vite'
import { type Edge, listScripts, listSources, readEdges, readEdgesOf, ROOT } from '../fixtures/sources.ts'

/** The house, from the ground up. A file may import its own room and rooms of lower floors, never up or sideways. */
const FLOORS: readonly (readonly string[])[] = [
  ['server/base'],
  ['server/grammar'],
  ['server/store'],
  ['server/sessions'],
  ['server/http'],
  ['server/model'],
  ['server/schema'],
  ['server/resources'],
  ['server/auth'],
  ['server/log', 'server/listing', 'server/openapi'],
  ['server/declaring'],
  ['server/answering'],
  ['server/listening'],
  ['server/api', 'server/identity'],
  ['server'],
  ['server/files'],
  ['server/dev', 'server/production'],
  ['server/build'],
  ['harness/model'],
  ['harness/text'],
  ['harness/observe', 'harness/subject', 'harness/report', 'harness/tokens'],
  ['harness/replay', 'harness/copies', 'harness/credentials'],
  ['harness/scenarios', 'harness/recordings'],
  ['harness/targets'],
  ['harness/plan', 'harness/check'],
  ['harness/run'],
  ['harness/ask'],
  ['harness/whose'],
  ['harness/spares', 'harness/fields'],
  ['harness/resources', 'harness/guesses', 'harness/shares'],
  ['harness/exposure'],
  ['harness/explore'],
  ['harness/setup'],
  ['harness/mutate'],
  ['harness/command'],
  ['bin'],
]

/** The one home of each third-party package: a folder, or the start of a file's path. */
const HOMES: Readonly<Record<string, readonly string[]>> = {
  h3: [
    'server/api/api.ts',
    'server/answering/application.ts',
    'server/listening/serving.ts',
    'server/http/h3-event.ts',
    'server/http/web-libraries.ts',
  ],
  'iron-webcrypto': ['server/sessions/'],
  jose: ['server/identity/'],
  'openid-client': ['server/identity/'],
  'rate-limiter-flexible': ['server/http/'],
  srvx: ['server/http/request-event.ts', 'server/http/web-libraries.ts'],
  crossws: ['server/http/websocket.ts', 'server/listening/open-websocket.ts', 'server/listening/upgrade.ts'],
  unstorage: ['server/sessions/', 'server/store/'],
  '@scalar/api-reference': ['server/openapi/'],
  vite: ['server/files/', 'server/build/', 'server/openapi/assets/'],
  chokidar: ['server/dev/'],
  listhen: ['server/dev/'],
  mocha: ['harness/'],
  chai: ['harness/'],
  yaml: ['harness/'],
  '@scalar/openapi-upgrader': ['harness/targets/'],
  yargs: ['bin/'],
}

/** Who uses the product through its doors, and which. `internal` is a file that the package does not export. */
const DOORS_OF: readonly { readonly folder: string; readonly doors: readonly string[]; readonly internal?: string }[] =
  [
    { folder: 'harness/', doors: ['svc', 'svc/security'], internal: 'server/internal.ts' },
    { folder: 'fixtures/conformance/', doors: ['svc', 'svc/security'] },
    { folder: 'routes/', doors: ['svc', 'svc/security'] },
    { folder: 'bin/init/template/', doors: ['svc', 'svc/security', 'svc/identity', 'svc/testing'] },
  ]

describe('the direction of imports', () => {
  const wrong: readonly { edge: Edge; fault: string }[] = [
    { edge: { from: 'server/http/query.ts', specifier: '../auth/bearer.ts' }, fault: 'points up' },
    { edge: { from: 'server/auth/policy.ts', specifier: '../api/api.ts' }, fault: 'points up' },
    { edge: { from: 'server/log/log.ts', specifier: '../listing/auth-label.ts' }, fault: 'points sideways' },
    { edge: { from: 'server/base/errors.ts', specifier: '../http/query.ts' }, fault: 'points up' },
    { edge: { from: 'server/openapi/document.ts', specifier: '../declaring/router.ts' }, fault: 'points up' },
    { edge: { from: 'server/api/api.ts', specifier: '../files/scan.ts' }, fault: 'points up' },
    { edge: { from: 'server/files/load.ts', specifier: '../dev/watch.ts' }, fault: 'points up' },
    { edge: { from: 'server/dev/watch.ts', specifier: '../../harness/command/run.ts' }, fault: 'points up' },
    { edge: { from: 'harness/model/route.ts', specifier: '../subject/place.ts' }, fault: 'points up' },
    { edge: { from: 'harness/subject/place.ts', specifier: '../scenarios/row.ts' }, fault: 'points up' },
    { edge: { from: 'harness/check/verdict.ts', specifier: '../run/run.ts' }, fault: 'points up' },
    { edge: { from: 'harness/mutate/trial.ts', specifier: '../command/world.ts' }, fault: 'points up' },
    { edge: { from: 'harness/check/facts.ts', specifier: '../plan/plan.ts' }, fault: 'points sideways' },
    { edge: { from: 'harness/report/open-reports.ts', specifier: '../observe/ledger.ts' }, fault: 'points sideways' },
    { edge: { from: 'harness/report/open-reports.ts', specifier: '../shared.ts' }, fault: 'leaves the house' },
    { edge: { from: 'harness/run/run.ts', specifier: '../../server/base/errors.ts' }, fault: 'goes around the doors' },
    { edge: { from: 'routes/pets.ts', specifier: '../server/internal.ts' }, fault: 'goes around the doors' },
    { edge: { from: 'harness/run/run.ts', specifier: 'svc/testing' }, fault: 'goes around the doors' },
    {
      edge: { from: 'fixtures/conformance/app.ts', specifier: '../../server/api/api.ts' },
      fault: 'goes around the doors',
    },
    { edge: { from: 'server/api/api.ts', specifier: '../../bin/command.ts' }, fault: 'points up' },
    { edge: { from: 'server/api/api.ts', specifier: '../../bench/load.ts' }, fault: 'leaves the house' },
    { edge: { from: 'server/api/api.ts', specifier: 'svc' }, fault: 'comes in by its own door' },
    { edge: { from: 'bin/program.ts', specifier: 'svc/security' }, fault: 'comes in by its own door' },
    { edge: { from: 'server/api/api.ts', specifier: '../api/api.js' }, fault: 'does not end in .ts' },
    { edge: { from: 'server/sessions/sessions.ts', specifier: 'h3' }, fault: 'is not the home of h3' },
    { edge: { from: 'server/http/deep/seal.ts', specifier: 'h3/tracing' }, fault: 'is not the home of h3' },
    { edge: { from: 'server/sessions/session-core.ts', specifier: '../http/request.ts' }, fault: 'points up' },
    { edge: { from: 'server/http/query.ts', specifier: 'iron-webcrypto' }, fault: 'is not the home of iron-webcrypto' },
    { edge: { from: 'server/api/api.ts', specifier: 'chai' }, fault: 'is not the home of chai' },
    { edge: { from: 'server/api/api.ts', specifier: 'zod' }, fault: 'zod has no home' },
    { edge: { from: 'server/openapi/page.ts', specifier: '@scalar/themes' }, fault: '@scalar/themes has no home' },
    { edge: { from: 'server/api/api.ts', specifier: 'fs' }, fault: 'fs is written without node:' },
  ]
  for (const { edge, fault } of wrong) {
    it(`refuses ${edge.specifier} in ${edge.from}`, () => {
      expect(findFault(edge)).to.equal(fault)
    })
  }

  const right: readonly Edge[] = [
    { from: 'bin/commands/dev.ts', specifier: '../../server/dev/serve.ts' },
    { from: 'bin/commands/test-auth.ts', specifier: '../../harness/command/test-auth.ts' },
    { from: 'harness/command/run.ts', specifier: '../report/open-reports.ts' },
    { from: 'harness/scenarios/bearer.ts', specifier: '../subject/place.ts' },
    { from: 'harness/scenarios/bearer.ts', specifier: './row.ts' },
    { from: 'server/dev/watch.ts', specifier: '../files/load.ts' },
    { from: 'server/files/load.ts', specifier: '../api/api.ts' },
    { from: 'server/api/api.ts', specifier: '../openapi/document.ts' },
    { from: 'server/openapi/document.ts', specifier: '../model/operation.ts' },
    { from: 'server/model/operation.ts', specifier: './description.ts' },
    { from: 'server/auth/policy.ts', specifier: '../model/operation.ts' },
    { from: 'server/auth/bearer.ts', specifier: '../http/request.ts' },
    { from: 'server/http/body.ts', specifier: '../base/errors.ts' },
    { from: 'server/sessions/seal.ts', specifier: 'iron-webcrypto' },
    { from: 'server/openapi/page.ts', specifier: '@scalar/api-reference/style.css' },
    { from: 'server/files/modules.ts', specifier: 'vite/module-runner' },
    { from: 'harness/copies/rebuild.ts', specifier: 'svc/security' },
    { from: 'harness/copies/rebuild.ts', specifier: '../../server/internal.ts' },
    { from: 'server/api/api.ts', specifier: 'node:fs' },
  ]
  for (const edge of right) {
    it(`allows ${edge.specifier} in ${edge.from}`, () => {
      expect(findFault(edge)).to.equal(undefined)
    })
  }

  it('reads every form of import', () => {
    const text = `import type { A } from './a.ts'
      import b, { type C } from "b"
      import 'side-effect'
      export * from './x.ts'
      export type { Z } from './z.ts'
      const lazy = await import('./lazy.ts')
      const dynamic = await import(lazy.name)
      type Written = import('./written.ts').Written
      // import './comment.ts'
      const text = "from './string.ts'"`
    expect(readEdges('f.ts', text).map((edge) => edge.specifier)).to.have.members([
      './a.ts',
      'b',
      'side-effect',
      './x.ts',
      './z.ts',
      './lazy.ts',
      './written.ts',
    ])
  })

  it('holds for what is imported for its type alone', () => {
    const [edge] = readEdges('harness/model/plan.ts', "import type { PlanContext } from '../subject/plan-input.ts'")
    expect(edge && findFault(edge)).to.equal('points up')
  })

  it('is the list of the map', () => {
    const map = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
    const rows = [...map.matchAll(/^\| (\d+) \| (.*) \|$/gm)].map(([, floor, text = '']) => [
      Number(floor),
      [...text.matchAll(/`((?:server|harness|bin)[\w/]*)\/`/g)].map(([, room]) => room),
    ])
    expect(rows).to.deep.equal(FLOORS.map((rooms, index) => [index + 1, rooms]))
  })

  it('holds in every file of the product', () => {
    const files = ['bin', 'server', 'harness', 'routes', 'fixtures/conformance'].flatMap(listSources)
    const edges = files.flatMap(readEdgesOf)
    expect(files).to.include.members(['server/api/api.ts', 'bin/svc.ts', 'harness/model/route.ts'])
    expect(edges.length).to.be.greaterThan(files.length)
    expect(
      edges.flatMap((edge) => {
        const fault = findFault(edge)
        return fault === undefined ? [] : [`${edge.from}  ${edge.specifier}  ${fault}`]
      }),
    ).to.deep.equal([])
  })
})

describe('the order of imports', () => {
  it('is node, packages, own files', () => {
    const text = "import './a.ts'\nimport 'b'\nimport 'node:c'\nimport './d.ts'"
    expect([findMisplaced(text), findMisplaced(text.split('\n').toReversed().join('\n'))]).to.deep.equal([
      'b',
      'node:c',
    ])
    expect(findMisplaced("import 'node:c'\nimport 'b'\nimport './d.ts'")).to.equal(undefined)
  })

  it('holds in every file', () => {
    const files = ['bin', 'server', 'harness', 'fixtures', 'bench/http', 'faults'].flatMap(listScripts)
    const wrong = files.map((file) => [file, findMisplaced(readFileSync(join(ROOT, file), 'utf8'))])
    expect(wrong.filter(([, misplaced]) => misplaced !== undefined)).to.deep.equal([])
  })
})

/** The error of an import, if it has one. */
function findFault({ from, specifier }: Edge): string | undefined {
  if (specifier.startsWith('.')) return findRelativeFault(from, specifier)
  if (specifier.startsWith('node:')) return undefined
  if (isBuiltin(specifier)) return `${specifier} is written without node:`
  if (specifier === 'svc' || specifier.startsWith('svc/')) return findDoorFault(from, specifier)
  const name = packageOf(specifier)
  const homes = Object.hasOwn(HOMES, name) ? HOMES[name] : undefined
  if (homes === undefined) return `${name} has no home`
  return homes.some((home) => from.startsWith(home)) ? undefined : `is not the home of ${name}`
}

function findRelativeFault(from: string, specifier: string): string | undefined {
  if (!/\.(ts|json)$/.test(specifier)) return 'does not end in .ts'
  const to = join(dirname(from), specifier)
  const entrance = DOORS_OF.find(({ folder }) => from.startsWith(folder))
  if (entrance !== undefined && !to.startsWith(entrance.folder)) {
    return entrance.internal === to ? undefined : 'goes around the doors'
  }
  // Only the harness has floors of its own.
  if (entrance !== undefined && entrance.folder !== 'harness/') return undefined
  const [low, high] = [floorOf(from), floorOf(to)]
  if (low === undefined || high === undefined) return 'leaves the house'
  if (high > low) return 'points up'
  return high === low && zoneOf(from) !== zoneOf(to) ? 'points sideways' : undefined
}

function findDoorFault(from: string, door: string): string | undefined {
  const entrance = DOORS_OF.find(({ folder }) => from.startsWith(folder))
  if (entrance === undefined) return 'comes in by its own door'
  return entrance.doors.includes(door) ? undefined : 'goes around the doors'
}

function zoneOf(file: string): string | undefined {
  const [first, second, third] = file.split('/')
  return (first === 'server' || first === 'harness') && third !== undefined ? `${first}/${second}` : first
}

function floorOf(file: string): number | undefined {
  const zone = zoneOf(file)
  const floor = FLOORS.findIndex((zones) => zones.some((name) => name === zone))
  return floor === -1 ? undefined : floor
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

/** The first import that stands behind one of a later group. */
function findMisplaced(text: string): string | undefined {
  const names = parseSync('file.ts', text).module.staticImports.map(({ moduleRequest }) => moduleRequest.value)
  return names.find((name, index) => names.slice(0, index).some((before) => groupOf(before) > groupOf(name)))
}

function groupOf(specifier: string): number {
  if (specifier.startsWith('.')) return 2
  return specifier.startsWith('node:') ? 0 : 1
}
