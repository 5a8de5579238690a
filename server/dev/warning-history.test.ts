import { expect } from 'chai'
import type { Warning } from '../files/warnings.ts'
import { WarningHistory } from './warning-history.ts'

const warning = (subject: string, line: number = 1): Warning => ({
  code: 'SVC_WARN_UNDECLARED',
  subject,
  message: `x.ts:${line}  ${subject}`,
})

describe('WarningHistory', () => {
  it('reports what was not there before', () => {
    const history = new WarningHistory()
    expect(history.advance([warning('a')], true)).to.deep.equal([warning('a')])
    expect(history.advance([warning('a'), warning('b')], true)).to.deep.equal([warning('b')])
    expect(history.advance([warning('a'), warning('b')], true)).to.deep.equal([])
  })

  it('takes a warning that moved to another line for the same', () => {
    const history = new WarningHistory()
    history.advance([warning('a', 1)], true)
    expect(history.advance([warning('a', 2)], true)).to.deep.equal([])
  })

  it('distinguishes warnings of two kinds about one subject', () => {
    const history = new WarningHistory()
    history.advance([warning('a')], true)
    const other: Warning = { ...warning('a'), code: 'SVC_WARN_CSRF' }
    expect(history.advance([other], true)).to.deep.equal([other])
  })

  it('reports again what was mended and is back', () => {
    const history = new WarningHistory()
    history.advance([warning('a')], true)
    history.advance([], true)
    expect(history.advance([warning('a')], true)).to.deep.equal([warning('a')])
  })

  it('does not take for mended what is only closed', () => {
    const history = new WarningHistory()
    history.advance([warning('a')], true)
    expect(history.advance([warning('b')], false)).to.deep.equal([warning('b')])
    expect(history.advance([warning('a'), warning('b')], true)).to.deep.equal([])
  })
})
