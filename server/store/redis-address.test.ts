import { expect } from 'chai'
import { LoadError } from '../base/errors.ts'
import { readRedisAddress } from './redis-address.ts'

const PLAIN = {
  nodes: [{ host: 'localhost', port: 6_379 }],
  isCluster: false,
  tls: false,
  username: undefined,
  password: undefined,
  database: 0,
  timeout: 500,
  name: 'redis://localhost',
}

describe('the address of a store', () => {
  const rows: readonly (readonly [text: string, difference: object])[] = [
    ['redis://localhost', {}],
    ['redis://localhost/', {}],
    [
      'redis://localhost:7000/2',
      { nodes: [{ host: 'localhost', port: 7_000 }], database: 2, name: 'redis://localhost:7000' },
    ],
    ['redis://localhost?timeout=50', { timeout: 50 }],
    [
      'rediss://u:p%40ss:w@h.example',
      {
        nodes: [{ host: 'h.example', port: 6_379 }],
        tls: true,
        username: 'u',
        password: 'p@ss:w',
        name: 'rediss://h.example',
      },
    ],
    ['redis://:p@localhost', { password: 'p' }],
    ['redis://[::1]:7000', { nodes: [{ host: '::1', port: 7_000 }], name: 'redis://[::1]:7000' }],
    [
      'redis-cluster://a:1,b:2,c',
      {
        nodes: [
          { host: 'a', port: 1 },
          { host: 'b', port: 2 },
          { host: 'c', port: 6_379 },
        ],
        isCluster: true,
        name: 'redis-cluster://a:1,b:2,c',
      },
    ],
  ]
  for (const [text, difference] of rows) {
    it(`may be ${text}`, () => {
      expect(readRedisAddress(text)).to.deep.equal({ ...PLAIN, ...difference })
    })
  }

  for (const text of [
    '',
    'localhost:6379',
    'http://localhost',
    'redis://',
    'redis://a,b',
    'redis-cluster://a/1',
    'redis://localhost:0',
    'redis://localhost:65536',
    'redis://localhost?timeout=0',
    'redis://localhost?db=1',
    'redis://us er:secret@',
    42,
  ]) {
    it(`cannot be ${JSON.stringify(text)}`, () => {
      expect(() => readRedisAddress(text))
        .to.throw(LoadError, /^store \(or SVC_STORE\) must be/)
        .that.does.not.match(/secret/)
    })
  }
})
