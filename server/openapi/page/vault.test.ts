import { expect } from 'chai'
import { Vault } from './vault.ts'

/** A storage of a browser that several tabs share. */
function createStorage(): Storage {
  const entries = new Map<string, string>()
  return {
    get length() {
      return entries.size
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  }
}

const KEY = 'svc-credentials-pets'

describe('the credentials of the page', () => {
  it('are kept over a visit, part by part, and what was typed beats what the fixtures say', () => {
    const storage = createStorage()
    const prefilled = { A: { token: 'fixture' }, B: { username: 'ann', password: 'fixture' } }
    const first = new Vault(storage, 'pets', prefilled)
    first.type('B', { password: 'typed' })
    const second = new Vault(storage, 'pets', prefilled)
    expect([second.typed('A'), second.typed('B')]).to.deep.equal([
      { token: 'fixture' },
      { username: 'ann', password: 'typed' },
    ])
  })

  it('leave what the fixtures say out of the storage, whatever is typed beside it', () => {
    const storage = createStorage()
    const prefilled = { A: { token: 'fixture-a' }, B: { username: 'fixture-b', password: 'fixture-c' } }
    const vault = new Vault(storage, 'pets', prefilled)
    vault.type('C', { token: 'c' })
    vault.type('B', { password: 'typed' })
    vault.forget('A')
    expect(storage.getItem(KEY)).to.equal(JSON.stringify({ typed: { C: { token: 'c' }, B: { password: 'typed' } } }))
    expect(vault.typed('A')).to.deep.equal({})
  })

  it('of the fixtures are forgotten in every tab, too', () => {
    const storage = createStorage()
    const prefilled = { A: { token: 'fixture' } }
    const [here, there] = [new Vault(storage, 'pets', prefilled), new Vault(storage, 'pets', prefilled)]
    let changes = 0
    const { setItem } = storage
    storage.setItem = (key, value) => {
      changes++
      setItem(key, value)
    }
    there.forgetAll()
    // Other tabs hear of an item that is removed only where there was one.
    expect(changes).to.equal(1)
    here.follow({ key: KEY })
    expect(here.typed('A')).to.deep.equal({})
  })

  it('are those of their own application', () => {
    const storage = createStorage()
    new Vault(storage, 'pets').type('A', { token: 'a' })
    expect(new Vault(storage, 'shop').typed('A')).to.deep.equal({})
  })

  it('leave nothing behind when all is forgotten, picks included', () => {
    const storage = createStorage()
    const vault = new Vault(storage, 'pets', { A: { token: 'fixture' } })
    vault.type('B', { token: 'b' })
    vault.pick('get /x', 'B')
    vault.forgetAll()
    expect([vault.typed('A'), vault.typed('B'), vault.picked('get /x'), storage.length]).to.deep.equal([
      {},
      {},
      undefined,
      0,
    ])
  })

  it('follow another tab that types, forgets, or clears everything', () => {
    const storage = createStorage()
    const [here, there] = [new Vault(storage, 'pets'), new Vault(storage, 'pets')]
    let calls = 0
    here.onChange(() => calls++)
    there.type('A', { token: 'a' })
    here.follow({ key: KEY })
    expect(here.typed('A')).to.deep.equal({ token: 'a' })
    there.forgetAll()
    here.follow({ key: KEY })
    expect(here.typed('A')).to.deep.equal({})
    there.type('A', { token: 'a' })
    here.follow({ key: 'another' })
    expect(here.typed('A')).to.deep.equal({})
    storage.clear()
    here.follow({ key: null })
    expect([here.typed('A'), calls]).to.deep.equal([{}, 3])
  })

  for (const text of ['', '{', 'null', '[]', '"x"', '{"typed":null}', '{"typed":1}']) {
    it(`count ${JSON.stringify(text)} in the storage as nothing`, () => {
      const storage = createStorage()
      storage.setItem(KEY, text)
      expect(new Vault(storage, 'pets').typed('A')).to.deep.equal({})
    })
  }

  it('go with the page where there is no storage', () => {
    const vault = new Vault(undefined, 'pets')
    vault.type('A', { token: 'a' })
    expect(vault.typed('A')).to.deep.equal({ token: 'a' })
  })
})
