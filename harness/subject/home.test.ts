import { expect } from 'chai'
import { BEARER, describeLeaf } from '../../server/internal.ts'
import type { Route } from '../model/route.ts'
import { sampleRoute } from '../testdata/samples.ts'
import { isFirstOfPath, isHome, isHomeOfShape } from './home.ts'

const token = describeLeaf(BEARER, { name: 'Token' })
const key = describeLeaf({ in: 'header', name: 'X-Key' }, { name: 'Key' })
const logout = sampleRoute({ path: '/logout', auth: token })
const make = sampleRoute({ path: '/pets', method: 'POST', auth: token })
const one = sampleRoute({ path: '/pets/[id]', auth: token })
const pets = sampleRoute({ path: '/pets', auth: token })
const other = sampleRoute({ path: '/keys', auth: key })
const both = sampleRoute({ path: '/both', auth: { kind: 'list', members: [token, key] } })
const shops = sampleRoute({ path: '/shops', auth: { kind: 'list', members: [key, token] } })
const open = sampleRoute({ path: '/keys', method: 'POST', auth: null })
const routes = [logout, make, one, pets, open, other, both, shops]

const among = (local: boolean) => (route: Route) => ({ route, input: { routes, local, fixtures: {} } })
const keysOf = (those: readonly Route[]): readonly string[] => those.map(({ key: name }) => name)

describe('the home of an authenticator', () => {
  it('is the plainest route with the same ones in the same order', () => {
    const homes = routes.filter((route) => isHome(among(true)(route)))
    expect(keysOf(homes)).to.deep.equal(['GET /pets', 'POST /keys', 'GET /keys', 'GET /both', 'GET /shops'])
  })

  it('is every route of a server in another process, and a combination in a copy', () => {
    expect(routes.every((route) => isHome(among(false)(route)))).to.equal(true)
    expect(isHome(among(true)(sampleRoute({ path: '/copy', auth: token })))).to.equal(true)
  })

  it('is one route for each way to combine them, where authenticators are replaced', () => {
    const homes = routes.filter((route) => isHomeOfShape(among(true)(route)))
    expect(keysOf(homes)).to.deep.equal(['GET /pets', 'POST /keys', 'GET /both'])
  })

  it('does not depend on paths: each is spelled on its first protected operation', () => {
    const first = routes.filter((route) => isFirstOfPath(among(true)(route)))
    expect(keysOf(first)).to.deep.equal([
      'GET /logout',
      'POST /pets',
      'GET /pets/[id]',
      'GET /keys',
      'GET /both',
      'GET /shops',
    ])
  })
})
