import { expect } from 'chai'
import { readPasted } from './pasted.ts'

const bearer = { kind: 'bearer' } as const
const own = { kind: 'key', prefix: 'DPoP ' } as const
const key = { kind: 'key' } as const

describe('what was pasted into a field', () => {
  const table = [
    [bearer, 'xyz', 'xyz', undefined],
    [bearer, 'Bearer xyz', 'xyz', 'Bearer'],
    [bearer, ' bearer  xyz ', 'xyz', 'bearer'],
    [bearer, 'Authorization: Bearer xyz', 'xyz', 'Bearer'],
    [bearer, 'authorization:BEARER xyz', 'xyz', 'BEARER'],
    // Not whole yet, or not ours: as it stands.
    [bearer, 'Bearer', 'Bearer', undefined],
    [bearer, 'Bearer ', 'Bearer ', undefined],
    [bearer, 'Bearerxyz', 'Bearerxyz', undefined],
    [bearer, 'Basic eHl6', 'Basic eHl6', undefined],
    [own, 'DPoP xyz', 'xyz', 'DPoP'],
    [own, 'Bearer xyz', 'Bearer xyz', undefined],
    [key, 'Bearer xyz', 'Bearer xyz', undefined],
  ] as const
  for (const [scheme, text, token, taken] of table) {
    it(`${JSON.stringify(text)} is ${JSON.stringify(token)} for ${'prefix' in scheme ? scheme.prefix : scheme.kind}`, () => {
      const said = taken === undefined ? {} : { said: `Taken without "${taken}": the page writes it.` }
      expect(readPasted(scheme, text)).to.deep.equal({ token, ...said })
    })
  }
})
