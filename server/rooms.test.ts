import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { expect } from 'chai'
import { findCircle, listScripts, listSources, readEdgesOf, readFunctions, ROOT } from '../fixtures/sources.ts'

/**
 * The most lines that the sources of each room may have, tests apart. What comes in takes something out; where it cannot,
 * the bound is raised in a commit that says why.
 */
const LINES: Readonly<Record<string, number>> = {
  bin: 1750,
  'bin/commands': 740,
  'bin/init': 450,
  server: 135,
  'server/api': 880,
  'server/answering': 1140,
  'server/auth': 3465,
  'server/base': 665,
  'server/build': 905,
  'server/declaring': 1480,
  'server/dev': 1750,
  'server/files': 3490,
  'server/grammar': 380,
  'server/http': 2800,
  'server/identity': 2385,
  'server/listening': 1135,
  'server/listing': 250,
  'server/log': 550,
  'server/model': 640,
  'server/openapi': 7485,
  'server/production': 1375,
  'server/resources': 1020,
  'server/schema': 1680,
  'server/sessions': 1290,
  'server/store': 710,
  'harness/check': 3800,
  'harness/command': 1660,
  'harness/copies': 635,
  'harness/ask': 2475,
  'harness/explore': 820,
  'harness/exposure': 4310,
  'harness/fields': 760,
  'harness/guesses': 3515,
  'harness/resources': 1540,
  'harness/shares': 1000,
  'harness/spares': 1585,
  'harness/whose': 6880,
  'harness/credentials': 4240,
  'harness/mutate': 825,
  'harness/model': 1945,
  'harness/observe': 470,
  'harness/plan': 930,
  'harness/recordings': 634,
  'harness/replay': 1410,
  'harness/report': 4035,
  'harness/run': 2200,
  'harness/scenarios': 8110,
  'harness/setup': 3025,
  'harness/subject': 1540,
  'harness/targets': 1480,
  'harness/text': 1415,
  'harness/tokens': 570,
}

/** The most pairs of rooms of which one imports the other. */
const ARROWS: Readonly<Record<string, number>> = { server: 138, harness: 158 }

const SOURCES = ['bin', 'server', 'harness']
  .flatMap(listSources)
  .filter((file) => !file.startsWith('bin/init/template/'))
const EDGES = SOURCES.flatMap(readEdgesOf).filter(({ specifier }) => specifier.startsWith('.'))

describe('the rooms of the house', () => {
  for (const [house, most] of Object.entries(ARROWS)) {
    it(`are joined by few arrows in ${house}/`, () => {
      const arrows = EDGES.map(({ from, specifier }) => [roomOf(from), roomOf(join(dirname(from), specifier))] as const)
      const inside = arrows.filter(([from, to]) => from !== to && to.startsWith(house) && from.startsWith(house))
      expect(new Set(inside.map(String)).size).to.be.at.most(most)
    })
  }

  it('finds a circle of files', () => {
    const circle = [
      { from: 'harness/report/a.ts', specifier: './b.ts' },
      { from: 'harness/report/b.ts', specifier: './c.ts' },
      { from: 'harness/report/c.ts', specifier: './b.ts' },
    ]
    expect(findCircle(circle)).to.deep.equal(['harness/report/b.ts', 'harness/report/c.ts', 'harness/report/b.ts'])
    expect(findCircle(circle.slice(0, 2))).to.equal(undefined)
  })

  it('have no files that import each other in a circle, types included', () => {
    expect(findCircle(EDGES)).to.equal(undefined)
  })

  it('have the lines that they may have, and few to spare', () => {
    const lines = new Map<string, number>()
    for (const file of SOURCES) lines.set(roomOf(file), (lines.get(roomOf(file)) ?? 0) + countLines(file))
    expect([...lines.keys()].toSorted()).to.deep.equal(Object.keys(LINES).toSorted())
    const wrong = [...lines].filter(([room, count]) => count > Number(LINES[room]))
    expect(wrong, 'more lines than their bound').to.deep.equal([])
    const loose = [...lines].filter(([room, count]) => count < Number(LINES[room]) * 0.8 - 50)
    expect(loose, 'bounds that can be lowered').to.deep.equal([])
  })

  it('are the rooms of the map', () => {
    const map = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
    const rooms = Object.keys(LINES).filter((room) => room.startsWith('server/') || room.startsWith('bin/'))
    expect(rooms.filter((room) => !map.includes(`| \`${room}/\` |`))).to.deep.equal([])
  })
})

describe('the size of functions', () => {
  it('is at most 60 lines', () => {
    const long = SOURCES.flatMap((file) =>
      readFunctions(readFileSync(join(ROOT, file), 'utf8'))
        .filter(({ lines }) => lines > 60)
        .map(({ line, lines }) => `${file}:${line}  ${lines} lines`),
    )
    expect(long).to.deep.equal([])
  })
})

describe('the size of files', () => {
  it('is at most 300 lines, and 400 of tests', () => {
    const files = ['bin', 'server', 'harness', 'fixtures', 'faults'].flatMap(listScripts)
    const mostOf = (file: string): number => (/\.test(?:-d)?\.ts$/.test(file) ? 400 : 300)
    const sizes = files.map((file) => [file, countLines(file)] as const)
    expect(sizes.filter(([file, lines]) => lines > mostOf(file))).to.deep.equal([])
  })
})

/** `server/openapi` of `server/openapi/page/plan.ts`; `server` of `server/index.ts`. */
function roomOf(file: string): string {
  return dirname(file).split('/').slice(0, 2).join('/')
}

function countLines(file: string): number {
  return readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1
}
