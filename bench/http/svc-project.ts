/** svc as it is deployed: the application of the contest in a project of its own, built. */
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { buildProject } from '../../server/build/build.ts'
import { Modules } from '../../server/files/modules.ts'

/** The whole contest. */
const CONTEST = `import { defineConfig } from 'svc'
import { createNamedApi } from './svc-app.ts'

export default defineConfig({ api: createNamedApi(), base: '' })
`

/** One open route: without sessions, whose list of those revoked is of one process, so that workers can share a port. */
const OPEN = `import { defineConfig, SvcAPI } from 'svc'

const api = new SvcAPI<null>({ auth: null, docs: false })
api.get('/open', {}, () => ({ ok: true, hello: 'world' }))
export default defineConfig({ api, base: '' })
`

const CONFIGS = { contest: CONTEST, open: OPEN } as const

/** Builds a project, which `svc start` serves. Returns its folder, which the caller removes. */
export async function buildContestProject(name: keyof typeof CONFIGS): Promise<string> {
  const root = realpathSync(mkdtempSync(`${tmpdir()}/svc-contest-`))
  mkdirSync(`${root}/routes`)
  writeFileSync(`${root}/package.json`, '{ "type": "module" }')
  writeFileSync(`${root}/svc.config.ts`, CONFIGS[name])
  for (const file of ['svc-app.ts', 'scenarios.ts'])
    copyFileSync(fileURLToPath(new URL(file, import.meta.url)), `${root}/${file}`)
  const modules = await Modules.open(root)
  try {
    await buildProject(modules, { out: `${root}/dist`, external: [], minify: false, docs: false })
  } finally {
    await modules.close()
  }
  return root
}
