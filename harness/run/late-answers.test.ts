import { expect } from 'chai'
import { NoAnswer } from '../replay/connection.ts'
import { sampleRoute, sampleScenario } from '../testdata/samples.ts'
import { LateAnswers } from './late-answers.ts'

const WHOLE = { status: 200, head: '', headers: [], body: '', closes: false }
const ROW = { name: 'path.absolute-port' }

describe('the time that an answer may take', () => {
  it('is the limit, or four times the slowest answer so far', () => {
    const late = new LateAnswers(1000)
    late.note({ answer: WHOLE, duration: 100 })
    expect([late.patience(false, ROW), late.patience(true, ROW)]).to.deep.equal([1000, 4000])
    late.note({ answer: WHOLE, duration: 2000 })
    expect([late.patience(false, ROW), late.patience(true, ROW)]).to.deep.equal([8000, 8000])
  })

  it('does not grow with requests that were not answered', () => {
    const late = new LateAnswers(1000)
    late.note({ answer: new NoAnswer('timeout'), duration: 5000 })
    expect(late.patience(false, ROW)).to.equal(1000)
  })

  it('is short where an answer went on and on, and no shorter for what is sent again', () => {
    const late = new LateAnswers(1000)
    late.note({ answer: { ...WHOLE, isCut: true }, duration: 3000 })
    expect([late.patience(false, ROW), late.patience(true, ROW)]).to.deep.equal([500, 4000])
    late.note({ answer: WHOLE, duration: 400 })
    expect(late.patience(false, ROW)).to.equal(1600)
  })

  it('is short for a scenario that two routes did not answer, and that is not sent again alone', async () => {
    const silences = new Map<string, number>()
    const scenarios = ['path.dot', ROW.name].map((name) => ({ ...sampleScenario(sampleRoute({}), 'missing'), name }))
    const sent: string[] = []
    for (let route = 0; route < 3; route++) {
      const late = new LateAnswers(1000, silences)
      for (const scenario of scenarios) late.add(scenario)
      await late.sendAlone(({ name }) => {
        sent.push(name)
        return Promise.resolve(name === ROW.name)
      })
      expect(late.patience(false, { name: 'path.dot' })).to.equal(1000)
      expect(late.patience(false, ROW)).to.equal(route < 1 ? 1000 : 500)
    }
    expect(sent).to.deep.equal(['path.dot', ROW.name, 'path.dot', ROW.name, 'path.dot'])
  })

  it('is as before where answers are streams of events: of those few are asked for', () => {
    const late = new LateAnswers(1000)
    for (let at = 0; at < 7; at++) late.note({ answer: { ...WHOLE, isStream: true }, duration: 500 })
    expect(late.whyNoMore(true)).to.equal(undefined)
    late.note({ answer: { ...WHOLE, isStream: true }, duration: 500 })
    expect(late.whyNoMore(true)).to.match(/streams of events/)
    expect(late.whyNoMore(false)).to.equal(undefined)
  })
})
