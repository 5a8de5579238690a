import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { PATIENCE } from '../../../fixtures/test-time.ts'
import { createSample, type SampleFolder, type Tree } from '../../files/testdata/tree.ts'
import { type DevServer, startDevServer } from '../dev-server.ts'

/** The config of {@link startSample}: a bearer token for everything. */
export const CONFIG = `import { defineConfig } from 'svc'
import { bearer } from 'svc/security'
export default defineConfig({ title: 'sample', auth: bearer((_, token) => token === 'global', { name: 'Global' }), docs: false })
`
/** A route that answers a text. */
export const routeOf = (answer: string): string =>
  `import { operation } from 'svc'\nexport const GET = operation(() => '${answer}')\n`
/** An `_auth.ts` with a key. */
export const authOf = (key: string, note = ''): string =>
  `import { headerKey } from 'svc/security'\nexport default headerKey('X-Key', (_, key) => key === '${key}', { name: 'Folder' })\n${note}`
/** The credential of the config. */
export const GLOBAL: Readonly<Record<string, string>> = { authorization: 'Bearer global' }

/** A project that `svc dev` serves, and what it printed. */
export interface ServedSample {
  readonly sample: SampleFolder
  readonly server: DevServer
  /** Lines of stderr. */
  readonly reported: string[]
  /** Lines of stdout. */
  readonly printed: string[]
}

/** Serves a project, and waits until its files are watched. */
export async function startSample(tree: Tree): Promise<ServedSample> {
  const sample = createSample({ 'package.json': '{"type":"module"}', 'svc.config.ts': CONFIG, ...tree })
  const [reported, printed]: [string[], string[]] = [[], []]
  const server = await startDevServer(
    { root: sample.root, port: 0 },
    {
      print: (line) => printed.push(sample.strip(line)),
      report: (line) => reported.push(sample.strip(line)),
      color: { stdout: false, stderr: false },
    },
  )
  await server.watching
  return { sample, server, reported, printed }
}

/** The answer to a request, as `200 text`. */
export async function ask(
  { url }: DevServer,
  path: string,
  headers: Readonly<Record<string, string>> = GLOBAL,
): Promise<string> {
  const response = await fetch(`${url}/api${path}`, { headers })
  return `${response.status} ${await response.text()}`
}

/** Asks until the answer is the wanted one. */
export async function eventually(wanted: string, read: () => Promise<string>): Promise<void> {
  const end = Date.now() + PATIENCE
  let got = await read()
  while (got !== wanted && Date.now() < end) {
    await delay(5)
    got = await read()
  }
  expect(got).to.equal(wanted)
}
