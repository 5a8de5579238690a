import { expect } from 'chai'
import { sampleTime, withLaterTimes } from './sample-times.ts'

describe('times of a request that is made up', () => {
  it('are ahead, with an end behind their beginning', () => {
    for (const [begin, end] of [
      ['startsAt', 'endsAt'],
      ['from', 'until'],
      ['checkIn', 'checkOut'],
      ['valid_from', 'valid_to'],
    ] as const)
      for (const format of ['date', 'date-time'] as const)
        for (const text of [undefined, 'one', 'another']) {
          const [first, last] = [begin, end].map((name) => Date.parse(sampleTime(name, format, text)))
          expect(first, begin).to.be.greaterThan(Date.UTC(2031, 0, 1))
          expect(last, end).to.be.greaterThan(first ?? Infinity)
        }
  })
  it('are before for what has happened', () => {
    expect(sampleTime('birthDate', 'date')).to.equal('2001-01-02')
    expect(sampleTime('created_at', 'date-time')).to.equal('2001-01-02T03:00:00Z')
  })
  it('are others for other texts, and for each request', () => {
    expect(sampleTime('at', 'date-time', 'one')).to.not.equal(sampleTime('at', 'date-time', 'two'))
    const body = `{"from":"2031-01-15T09:00:00Z","day":"2031-01-15","born":"2001-01-02"}`
    expect(withLaterTimes(body, 0)).to.equal(body)
    expect(withLaterTimes(body, 20)).to.equal('{"from":"2031-01-17T01:00:00Z","day":"2031-02-24","born":"2001-01-02"}')
  })
})
