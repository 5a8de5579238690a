import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { FROM_SOURCE, REPOSITORY } from '../fixtures/svc-program.ts'
import { PATIENCE } from '../fixtures/test-time.ts'

/** Writes the URL of each module to stderr, from the thread in which Node loads them. */
const LOADER = `
import { writeSync } from 'node:fs'
export async function load(url, context, next) { writeSync(2, 'module ' + url + '\\n'); return next(url, context) }`
const HOOK = `
import { register } from 'node:module'
register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(LOADER)}`)})`

/** The modules of our own that a run of the program loads, without their endings; from the sources: a build is bundled. */
async function modulesOf(args: readonly string[]): Promise<readonly string[]> {
  const hook = `data:text/javascript,${encodeURIComponent(HOOK)}`
  const run = promisify(execFile)(process.execPath, [...FROM_SOURCE, '--import', hook, 'bin/svc.ts', ...args], {
    cwd: REPOSITORY,
  })
  const { stderr } = await run.catch((error: { readonly stderr: string }) => error)
  const own = /^module \S*?\/(?:dist\/)?((?:bin|server|harness)\/[\w/-]+)\.[jt]s(?:\?\S*)?$/gm
  return [...stderr.matchAll(own)].map(([, path]) => path as string)
}

describe('the modules that a command loads', function () {
  this.timeout(PATIENCE)
  for (const command of ['dev', 'start', 'test-auth', 'explain']) {
    it(`are of no other command: ${command}`, async () => {
      const commands = (await modulesOf([command, '--help'])).filter((path) => path.startsWith('bin/commands/'))
      expect(commands).to.deep.equal([`bin/commands/${command}`])
    })
  }

  it('are of no server and no harness before its arguments are read', async () => {
    const modules = await modulesOf(['start', '--help'])
    expect(modules.filter((path) => /^(?:server\/(?:files|http|production|dev)|harness)\//.test(path))).to.deep.equal(
      [],
    )
  })

  it('are those of all commands for the list of them', async () => {
    const commands = (await modulesOf(['--help'])).filter((path) => path.startsWith('bin/commands/'))
    expect(commands).to.have.length(9)
  })
})
