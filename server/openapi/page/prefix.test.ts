import { expect } from 'chai'
import { prefixOf } from './prefix.ts'

describe('the prefix of a proxy in front of the reference page', () => {
  const table: readonly (readonly [address: string, path: string, prefix: string])[] = [
    ['/docs', '/docs', ''],
    ['/v1/docs', '/docs', '/v1'],
    ['/v1/api/docs', '/api/docs', '/v1'],
    ['/api/docs', '/api/docs', ''],
    ['/help', '/docs', ''],
  ]
  for (const [address, path, prefix] of table)
    it(`of ${address} for ${path} is ${prefix || 'none'}`, () => expect(prefixOf(address, path)).to.equal(prefix))
})
