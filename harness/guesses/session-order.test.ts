import { randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { weaknessOf } from './session-order.ts'

const ten = (make: (at: number) => string): readonly string[] => Array.from({ length: 10 }, (_, at) => make(at))
const moment = 1_790_000_000_000

const WEAK: readonly (readonly [name: string, values: readonly string[], why: string])[] = [
  ['a counter', ten((at) => `s-${1_000 + at}`), 'count upwards'],
  ['a counter in hexadecimal', ten((at) => (0xa0_0f_f0 + at).toString(16)), 'count upwards'],
  ['a clock', ten((at) => String(moment * 1_000 + at * 2_000_003)), 'follow a clock'],
  ['eight random digits', ten(() => String(10_000_000 + (randomBytes(4).readUInt32BE() % 89_999_999))), 'bits'],
]

describe('sessions that can be worked out', () => {
  for (const [name, values, why] of WEAK) it(`are those of ${name}`, () => expect(weaknessOf(values)).to.include(why))

  for (const [name, make] of [
    ['18 random bytes', () => randomBytes(18).toString('base64url')],
    ['a random UUID', () => randomUUID()],
    ['a signed token', () => 'e30.e30.c2ln'],
  ] as const)
    it(`are not those of ${name}`, () => expect(weaknessOf(ten(make))).to.equal(undefined))
})
