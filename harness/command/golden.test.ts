import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { SVC } from '../../fixtures/svc-program.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Id, name and class of every scenario of the example application. `SVC_UPDATE_GOLDEN=1` writes it anew. */
const GOLDEN = `${ROOT}/fixtures/test-auth.golden.json`

interface List {
  readonly scenarios: number
  readonly routes: readonly {
    readonly route: string
    readonly scenarios: readonly { readonly id: string; readonly name: string; readonly expect: string }[]
  }[]
}

async function testAuth(...argv: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [...SVC, 'test-auth', ...argv], {
    cwd: ROOT,
    maxBuffer: 1 << 26,
  })
  return stdout
}

async function list(): Promise<List> {
  return JSON.parse(await testAuth('--list', '--json')) as List
}

describe('the plan of the example application', () => {
  let plan: List

  before(async () => (plan = await list()))

  it('loses no scenario unseen, and keeps the ids', async () => {
    const routes = plan.routes.map(({ route, scenarios }) => [
      route,
      scenarios.map(({ id, name, expect }) => `${id} ${name} ${expect}`),
    ])
    const text = `${JSON.stringify({ scenarios: plan.scenarios, routes: Object.fromEntries(routes) }, null, 1)}\n`
    if (process.env.SVC_UPDATE_GOLDEN) await writeFile(GOLDEN, text)
    expect(JSON.parse(text)).to.deep.equal(JSON.parse(await readFile(GOLDEN, 'utf8')))
  })

  it('gives every scenario an id of its own', () => {
    const ids = plan.routes.flatMap(({ scenarios }) => scenarios.map(({ id }) => id))
    expect(new Set(ids).size).to.equal(ids.length)
    expect(ids).to.have.lengthOf(plan.scenarios)
  })

  it('is run without a warning', async () => {
    expect(await testAuth('--only', 'missing'))
      .to.include(' 0 failed')
      .and.to.not.include('warning')
  })

  it('has ids that do not depend on the seed', async () => {
    expect(idsOf(await list())).to.deep.equal(idsOf(plan))
  })
})

function idsOf({ routes }: List): readonly string[] {
  return routes.flatMap(({ scenarios }) => scenarios.map(({ id }) => id))
}
