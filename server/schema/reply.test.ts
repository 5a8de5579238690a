import { expect } from 'chai'
import { Form, isBodyMarker, Json } from './markers.ts'
import { isReply, reply } from './reply.ts'

describe('reply', () => {
  it('holds status, body and header fields', () => {
    const { status, body, headers } = reply(201, { id: 1 }, { location: '/pets/1' })
    expect({ status, body, headers }).to.deep.equal({ status: 201, body: { id: 1 }, headers: { location: '/pets/1' } })
  })

  for (const status of [0, 101, 199, 600, 200.5, Number.NaN]) {
    it(`refuses the status ${status}`, () => {
      expect(() => reply(status, null)).to.throw(
        RangeError,
        `reply(status, body): status must be a whole number from 200 to 599; got ${status}`,
      )
    })
  }
})

describe('isReply', () => {
  it('recognises a reply of another copy of the package', () => {
    expect(isReply({ [Symbol.for('svc.reply')]: true, status: 200, body: null, headers: undefined })).to.equal(true)
  })

  it('is not taken in by data, which has no symbols', () => {
    const values = [undefined, null, 'x', {}, { status: 200, body: 1 }, JSON.parse('{"Symbol(svc.reply)":true}')]
    expect(values.map(isReply)).to.deep.equal(values.map(() => false))
  })
})

describe('isBodyMarker', () => {
  it('recognises what Form and Json make, in whichever copy of the package', () => {
    const foreign = { [Symbol.for('svc.body')]: 'form', schema: {} }
    expect([Form({ a: String }), Json({ a: String }), foreign].map(isBodyMarker)).to.deep.equal([true, true, true])
  })

  it('recognises nothing else', () => {
    const values = [undefined, null, 'form', {}, { body: 'form', schema: {} }, { [Symbol.for('svc.body')]: 'xml' }]
    expect(values.map(isBodyMarker)).to.deep.equal(values.map(() => false))
  })
})
