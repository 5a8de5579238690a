import { expect } from 'chai'
import type { Answer, Exploration } from '../ask/exploration.ts'
import type { Route } from '../model/route.ts'
import { contactsIn } from './persons.ts'

function contacts(json: unknown, path = '/offers', allow: readonly string[] = []): readonly string[] {
  const route = { key: `GET ${path}`, method: 'GET', path, auth: null } as unknown as Route
  const world = { fixtures: { routes: { [route.key]: { allow } } } } as unknown as Exploration
  return contactsIn(route, [{ as: undefined, isGood: true, json } as Answer], world)?.names ?? []
}

describe('contacts of persons to every client', () => {
  const SELLER = { id: 4, name: 'Kim', email: 'kim@example.org', phone: '030 7731 401' }

  it('are found in the person that an entry holds', () => {
    expect(contacts([{ id: 1, title: 'A lamp', seller: SELLER }])).to.deep.equal(['email', 'phone'])
  })

  it('are found in entries that say that they are persons', () => {
    expect(contacts({ items: [{ username: 'kim', homeAddress: 'Lake 4', mobile: '0171 4' }] })).to.deep.equal([
      'mobile',
      'homeAddress',
    ])
    expect(contacts([{ email: 'kim@example.org', birthday: '2001-04-02' }], '/members')).to.have.length(2)
  })

  it('are not found of a shop or a company', () => {
    expect(contacts([{ name: 'Lamps Ltd', email: 'office@example.org', phone: '030', address: 'Lake 4' }])).to.be.empty
  })

  it('are kinds, not members', () => {
    expect(contacts([{ username: 'kim', phone: '030', mobile: '0171' }])).to.deep.equal([])
  })

  it('are not found where a person shows one of them, or the fixtures say that it is public', () => {
    expect(contacts([{ title: 'A lamp', seller: { name: 'Kim', email: 'kim@example.org' } }])).to.be.empty
    expect(contacts([{ seller: SELLER }], '/offers', ['anonymous'])).to.be.empty
  })
})
