import { expect } from 'chai'
import type { RunEvent } from '../model/event.ts'
import { TerminalReporter } from './terminal.ts'
import { SMALL_RUN } from './testdata/small-run.ts'
import { writeReport } from './testdata/write-report.ts'

const accepted = { sent: 'GET /x?access_token=K-he…012', got: '200 {"who":"ann"}' }
const TITLE = 'a good token in access_token'

/** The small run, with two requests that passed with a credential in an unusual place. */
const RUN: readonly RunEvent[] = SMALL_RUN.flatMap((event): readonly RunEvent[] => {
  if (event.type !== 'scenario.ended' || event.verdict.scenario.id !== 'v-1') return [event]
  const { scenario } = event.verdict
  const unusual = (['bearer.form', 'bearer.query-access-token'] as const).map((row, at): RunEvent => ({
    type: 'scenario.ended',
    verdict: {
      ...event.verdict,
      scenario: { ...scenario, row, id: `ba-${at}`, name: row, title: TITLE, family: 'bearer' },
      accepted: row === 'bearer.form' ? accepted : { ...accepted, isInUrl: true },
    },
  }))
  return [event, ...unusual]
})

function printed(): string {
  let text = ''
  const reporter = new TerminalReporter({ write: (part) => void (text += part), color: false })
  for (const event of RUN) reporter.report(event)
  return text
}

describe('what is accepted in an unusual place or spelling', () => {
  it('is a list of its own on the terminal, a token in the query first', () => {
    const lines = printed()
      .split('\n')
      .filter((line) => line.startsWith('  accepted'))
    expect(lines).to.deep.equal([
      `  accepted   bearer.query-access-token  ${TITLE}: GET /x   in the URL it reaches logs, histories and other sites (RFC 6750 section 5.3)`,
      `  accepted   bearer.form  ${TITLE}: GET /x`,
    ])
  })

  const FORMATS: readonly (readonly [format: string, text: string])[] = [
    ['html', '<h2 id="accepted-title">Accepted in an unusual place or spelling</h2>'],
    ['junit', 'accepted: GET /x?access_token=K-he…012'],
    ['sarif', `accepted: bearer.query-access-token, ${TITLE}: GET /x`],
    ['github', `::notice title=accepted%3A bearer.query-access-token::${TITLE}: GET /x`],
    ['ndjson', '{"type":"accepted.found","name":"bearer.query-access-token"'],
  ]
  for (const [format, text] of FORMATS) {
    it(`is in ${format}`, async () => {
      expect(await writeReport(format, RUN)).to.contain(text)
    })
    it(`is not in ${format} where nothing was`, async () => {
      expect(await writeReport(format, SMALL_RUN)).not.to.match(/accepted in an|accepted: bearer|accepted\.found/i)
    })
  }
})
