import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import yargs from 'yargs'
import { build } from './build.ts'
import { start } from './start.ts'

const TEXT = readFileSync(new URL('../../docs/deploying.md', import.meta.url), 'utf8')

/** The options that a command declares, without those of every command. */
async function optionsOf(command: typeof build): Promise<readonly string[]> {
  const help = await command.register(yargs([command.name]).exitProcess(false), async () => undefined).getHelp()
  return [...help.matchAll(/--([a-z-]+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'help' && name !== 'version')
}

describe('docs/deploying.md', () => {
  it('names every option of svc build and svc start', async () => {
    const options = [...(await optionsOf(build)), ...(await optionsOf(start))]
    expect(options).to.include.members(['out', 'minify', 'workers', 'health', 'dotenv', 'env-file'])
    const missing = options.filter((name) => !TEXT.includes(`--${name}`) && !TEXT.includes(`--no-${name}`))
    expect(missing).to.deep.equal([])
  })

  it('names no option that does not exist', async () => {
    const known = new Set([...(await optionsOf(build)), ...(await optionsOf(start)), 'omit', 'from', 'no-docs'])
    // Options before a path are those of Node.
    const named = [...TEXT.replaceAll(/node (?:--\S+ (?:tsx )?)+/g, '').matchAll(/--([a-z-]+)/g)].map(
      ([, name = '']) => name,
    )
    expect(named.filter((name) => !known.has(name) && !/^-*$/.test(name))).to.deep.equal([])
  })

  it('names every variable of a built server', () => {
    const source = readFileSync(new URL('../../server/production/boot.ts', import.meta.url), 'utf8')
    const variables = [...source.matchAll(/\b([A-Z]+): [a-z]+/g)].map(([, name = '']) => name)
    expect(variables).to.include.members(['PORT', 'HOST', 'WORKERS', 'HEALTH', 'DRAIN', 'LOG'])
    expect(variables.filter((name) => !TEXT.includes(`| \`${name}\` |`))).to.deep.equal([])
  })
})
