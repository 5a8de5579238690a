import { expect } from 'chai'
import { answer, said } from './testdata/judging.ts'

describe('an open operation of a server in another process', () => {
  const judged = (status: number, detail: string): string =>
    said('public', answer(status, JSON.stringify({ detail })), { entry: undefined })

  it('crashes with 500, and not where it says that it does not offer something, or has not', () => {
    expect(judged(500, 'division by zero')).to.equal('crash')
    expect(judged(501, 'logs are off')).to.equal('fine')
    expect(judged(503, 'later')).to.equal('fine')
    expect(judged(500, 'File 1 not found')).to.equal('(crash)')
  })
})
