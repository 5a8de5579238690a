import { expect } from 'chai'
import { isSameSignature } from './signature.ts'

const HEX = '0a1b2c3d4e5f60718293a4b5c6d7e8f9'
const BASE64 = Buffer.from(HEX, 'hex').toString('base64')

describe('a signature', () => {
  const table: readonly (readonly [title: string, good: string, other: string, same: boolean])[] = [
    ['is the same in capitals', `sha256=${HEX}`, `sha256=${HEX.toUpperCase()}`, true],
    ['is the same with a character behind its digits', HEX, `${HEX}x`, true],
    ['is the same behind another name', `sha256=${HEX}`, `xsha256=${HEX}`, true],
    ['is the same behind a name of other letters', `sha256=${HEX}`, `\u0455ha256=${HEX}`, true],
    ['is another where base64 ends with two signs', 'QUJDRA==', 'QUJDRQ==', false],
    ['is the same without its name', `sha256=${HEX}`, HEX, true],
    ['is the same without padding', BASE64, BASE64.replace(/=+$/, ''), true],
    ['is another without its last digit', HEX, HEX.slice(0, -1), false],
    ['is another without its second half', `sha256=${HEX}`, `sha256=${HEX.slice(0, 16)}`, false],
    ['is another with more digits', HEX, `${HEX}00`, false],
    ['is another in the other case, where case counts', BASE64, BASE64.toUpperCase(), false],
    ['is another without its last character', BASE64, BASE64.slice(0, -3), false],
    ['is not its name', `sha256=${HEX}`, 'sha256=', false],
    ['is not empty', HEX, '', false],
    ['is the same in capitals, as a member', `t=17,v1=${HEX}`, `t=17,v1=${HEX.toUpperCase()}`, true],
    ['is the same where its members come twice', `t=17,v1=${HEX}`, `t=17,v1=${HEX}, t=17,v1=${HEX}`, true],
    ['is another beside another time', `t=17,v1=${HEX}`, `t=18,v1=${HEX}`, false],
    ['is another without its second half, as a member', `t=17,v1=${HEX}`, `t=17,v1=${HEX.slice(0, 16)}`, false],
    ['is not its members alone', `t=17,v1=${HEX}`, 't=17,v1=', false],
  ]
  for (const [title, good, other, same] of table) it(title, () => expect(isSameSignature(good, other)).to.equal(same))
})
