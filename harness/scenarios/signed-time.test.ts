import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import { SvcAPI } from 'svc'
import { type AuthRequest, named } from 'svc/security'
import type { RowName } from '../model/row-name.ts'
import { runSample } from '../testdata/run-sample.ts'

const signatureOf = (time: string): string => createHmac('sha256', 'secret-of-hooks-8d1f').update(time).digest('hex')
const seconds = (): string => String(Math.floor(Date.now() / 1_000))
const MINUTES = 300

/** The rows of signed times that are sent, and those that find something; `age`: seconds since the signature. */
async function run(
  isFresh: (age: number) => boolean,
  timeOf: () => string = seconds,
  rows: 'signed.' | 'clock.' = 'signed.',
): Promise<Record<'sent' | 'found', RowName[]>> {
  const read = ({ headers }: AuthRequest): boolean => {
    const time = headers.get('x-time') ?? ''
    const seconds_ = time.includes('-') ? Date.parse(time) / 1_000 : Number(time)
    return headers.get('x-signature') === signatureOf(time) && isFresh(Date.now() / 1_000 - seconds_)
  }
  const api = new SvcAPI({ auth: named('Hook', read) as never })
  api.post('/hooks', {}, () => 1)
  const [sent, found]: [RowName[], RowName[]] = [[], []]
  const sign = () => {
    const time = timeOf()
    return { headers: { 'X-Time': time, 'X-Signature': signatureOf(time) } }
  }
  await runSample({
    api,
    fixtures: { credentials: { Hook: { valid: { sign } } } },
    isChosen: ({ row, control }) =>
      control === 'control' || ['signed.past', 'signed.future', 'clock.signature'].includes(row),
    emit: (event) => {
      if (event.type !== 'scenario.ended' || !event.verdict.scenario.row.startsWith(rows)) return
      sent.push(event.verdict.scenario.row as RowName)
      if (event.verdict.finding !== undefined) found.push(event.verdict.finding.scenario.row as RowName)
    },
  })
  return { sent, found: found.toSorted() }
}

describe('times that are signed', () => {
  for (const [written, timeOf] of [
    ['seconds', seconds],
    ['milliseconds', () => String(Date.now())],
    ['a date', () => new Date().toISOString()],
  ] as const)
    it(`are tried a day before and a day ahead, where they are written as ${written}`, async () => {
      const { sent, found } = await run((age) => written === 'milliseconds' || Math.abs(age) < MINUTES, timeOf)
      expect(sent.toSorted()).to.deep.equal(['signed.future', 'signed.past'])
      if (written !== 'milliseconds') expect(found).to.deep.equal([])
    })

  it('are findings where the future is always fresh', async () => {
    expect((await run((age) => age < MINUTES)).found).to.deep.equal(['signed.future'])
  })

  it('are findings where they are not compared with the clock', async () => {
    expect((await run(() => true)).found).to.deep.equal(['signed.future', 'signed.past'])
  })

  it('are tried a day later where the fixtures sign the time at which they were loaded', async () => {
    const loaded = seconds()
    const timeOf = (): string => loaded
    const minutes = await run((age) => Math.abs(age) < MINUTES, timeOf, 'clock.')
    expect(minutes).to.deep.equal({ sent: ['clock.signature'], found: [] })
    const thousands = await run((age) => Math.abs(age) < MINUTES * 1_000, timeOf, 'clock.')
    expect(thousands.found).to.deep.equal(['clock.signature'])
  })

  it('are not tried where the signature covers no time, or the time of an end', async () => {
    expect(
      (
        await run(
          () => true,
          () => 'delivery-17',
        )
      ).sent,
    ).to.deep.equal([])
    expect(
      (
        await run(
          () => true,
          () => String(Math.floor(Date.now() / 1_000) + 3_600),
        )
      ).sent,
    ).to.deep.equal([])
  })
})
