import { expect } from 'chai'
import { type Config, defineConfig } from './config.ts'
import { Lifetimes, startConfig } from './lifetimes.ts'

describe('Lifetimes', () => {
  let log: string[]

  beforeEach(() => (log = []))

  function configOf(name: string): Config {
    const start = (): (() => void) => {
      log.push(`start ${name}`)
      return () => void log.push(`stop ${name}`)
    }
    return defineConfig({ start }) as Config
  }

  it('starts a config once, however often it is entered', async () => {
    const lifetimes = new Lifetimes()
    const config = configOf('a')
    const all = await Promise.all([lifetimes.enter(config), lifetimes.enter(config), lifetimes.enter(config)])
    expect(new Set(all).size).to.equal(1)
    expect(log).to.deep.equal(['start a'])
  })

  it('stops the old one when its last request is through, and not before', async () => {
    const lifetimes = new Lifetimes()
    const [first, second] = [configOf('a'), configOf('b')]
    const endOne = (await lifetimes.enter(first)).begin()
    const endTwo = (await lifetimes.enter(first)).begin()
    await lifetimes.enter(second)
    const kept = lifetimes.keep(second)
    endOne()
    await new Promise<void>((resolve) => setImmediate(resolve))
    expect(log).to.deep.equal(['start a', 'start b'])
    endTwo()
    await kept
    expect(log).to.deep.equal(['start a', 'start b', 'stop a'])
    await lifetimes.close()
    await lifetimes.close()
    expect(log).to.deep.equal(['start a', 'start b', 'stop a', 'stop b'])
  })

  it('tries a failed start again', async () => {
    let fails = true
    const config = defineConfig({
      start: () => {
        if (fails) throw new Error('no database')
      },
    }) as Config
    const lifetimes = new Lifetimes()
    const error = await lifetimes.enter(config).catch((thrown: unknown) => thrown)
    expect(error).to.include({ code: 'SVC_START_FAILED' })
    expect(String(error)).to.match(/lifetimes\.test\.ts:\d+ {2}start threw: no database/)
    fails = false
    await lifetimes.enter(config)
  })

  it('reports what a stop throws, and stops the others', async () => {
    const errors: unknown[] = []
    const lifetimes = new Lifetimes((error) => errors.push(error))
    const thrown = new Error('stuck')
    await lifetimes.enter(defineConfig({ start: () => () => Promise.reject(thrown) }) as Config)
    await lifetimes.enter(configOf('b'))
    await lifetimes.close()
    expect(errors).to.deep.equal([thrown])
    expect(log).to.deep.equal(['start b', 'stop b'])
  })
})

describe('startConfig', () => {
  const wrong: readonly { readonly name: string; readonly returned: unknown; readonly says: string }[] = [
    { name: 'a connection', returned: { close: () => undefined }, says: 'start returned a value of type object' },
    { name: 'null', returned: null, says: 'start returned null' },
  ]
  for (const { name, returned, says } of wrong) {
    it(`refuses a start that returns ${name}`, async () => {
      const config = defineConfig({ start: () => returned as never }) as Config
      const error = await startConfig(config).catch((thrown: unknown) => thrown)
      expect(error).to.include({ code: 'SVC_START_FAILED' })
      expect(String(error)).to.include(says)
    })
  }

  it('refuses a start that is not a function', () => {
    expect(() => defineConfig({ start: 'open' as never })).to.throw('start must be a function; got "open"')
  })
})
