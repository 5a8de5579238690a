import { expect } from 'chai'
import type { RunEvent } from '../model/event.ts'
import { writeJobSummary } from './github-summary.ts'
import { REPORTERS } from './formats.ts'
import { TerminalReporter } from './terminal.ts'
import { CANARIES } from './testdata/application.ts'
import { recordOf } from './testdata/record-of.ts'
import { recordRun } from './testdata/recorded-run.ts'
import { writeReport } from './testdata/write-report.ts'

/** Long enough that no ordinary text has it by chance, short enough that a part of a secret is found. */
const RUN = 12

describe('secrets in reports', () => {
  it('knows a secret in every form that it looks for', () => {
    const value = CANARIES.password
    const disguises = [
      `{"you":"${value}"}`,
      Buffer.from(`ann:${value}`).toString('base64'),
      Buffer.from(`anna:${value}`).toString('base64url'),
      JSON.stringify({ password: value }),
      JSON.stringify(JSON.stringify({ password: value })),
      new URLSearchParams({ password: value }).toString(),
      encodeURIComponent(value),
      Buffer.from(value).toString('hex'),
      Buffer.from(value).toString('latin1'),
      Buffer.from(value).toString('hex').replace(/../g, '%$&'),
      value.toUpperCase(),
      value.replaceAll('"', '&quot;'),
      `x${value.slice(4, 20)}y`,
      [...value].toReversed().join(''),
    ]
    expect(disguises.filter((text) => findSecrets(text, { password: value }).length === 0)).to.deep.equal([])
  })

  it('knows a part of a seal, in any case', () => {
    const payload = 'abcdefghijklmnopqrstuvwx'.repeat(3)
    const seal = `Fe26.2*id*salt*iv*${payload}*`
    expect(findSeals(`x${payload.slice(24, 48).toUpperCase()}y`, [seal])).to.deep.equal([
      `seal: ${payload.slice(0, 24)}`,
    ])
    expect(findSeals(payload.slice(0, 23), [seal])).to.deep.equal([])
  })

  for (const format of [...Object.keys(REPORTERS), 'terminal', 'job summary']) {
    it(`are in no form in what ${format} writes`, async () => {
      const { events, secrets } = await recordRun()
      const text = await write(format, events)
      expect(text).to.contain('key.prefix')
      expect(findSecrets(text, CANARIES)).to.deep.equal([])
      expect(findSecrets(plain(text), CANARIES)).to.deep.equal([])
      expect(findSeals(text, secrets)).to.deep.equal([])
    })
  }
})

async function write(format: string, events: readonly RunEvent[]): Promise<string> {
  if (format === 'job summary') return writeJobSummary(await recordOf(events))
  if (format !== 'terminal') return writeReport(format, events)
  const texts: string[] = []
  const terminal = new TerminalReporter({
    write: (text) => void texts.push(text),
    color: true,
    curl: true,
  })
  for (const event of events) terminal.report(event)
  return texts.join('')
}

/** As a reader's eye sees it: bytes read as UTF-8, look-alikes of compatibility as what they stand for, nothing invisible. */
function plain(text: string): string {
  const read = Buffer.from(text, 'latin1').toString('utf8')
  return read.normalize('NFKC').replace(/\p{Cf}/gu, '')
}

/** The parts of secrets that a text holds, in any case. */
function findSecrets(text: string, secrets: Readonly<Record<string, string>>): readonly string[] {
  const known = indexes.get(secrets)
  const forms = (): readonly Form[] =>
    Object.entries(secrets).flatMap(([name, value]) => formsOf(value).map((form) => [form, name] as const))
  const index = known ?? indexForms(forms())
  indexes.set(secrets, index)
  return findForms(text, index)
}

/** Seals are cut and bent by scenarios: no stretch of a payload may show. */
function findSeals(text: string, secrets: readonly string[]): readonly string[] {
  const seals = secrets.filter((secret) => secret.startsWith('Fe26.2'))
  const stretches = seals.flatMap((seal) => {
    const payload = seal.split('*')[4] ?? ''
    const length = Math.floor(payload.length / 24)
    return Array.from({ length }, (_, at) => [payload.slice(at * 24, at * 24 + 24), 'seal'] as const)
  })
  return findForms(text, indexForms(stretches))
}

/** A text that would betray a secret, and the name of that secret. */
type Form = readonly [form: string, name: string]

/** Forms by their first characters, as many as the shortest has: a text is read once, and not once for each of thousands. */
interface FormIndex {
  readonly length: number
  readonly byBeginning: ReadonlyMap<string, readonly Form[]>
  /** Marks of their first three characters: at most places of a text nothing begins. */
  readonly marks: Uint8Array
}

const indexes = new WeakMap<object, FormIndex>()

function indexForms(forms: readonly Form[]): FormIndex {
  const length = Math.min(...forms.map(([form]) => form.length))
  const byBeginning = new Map<string, Form[]>()
  const marks = new Uint8Array(MARKS)
  for (const [form, name] of forms) {
    const beginning = form.slice(0, length).toLowerCase()
    marks[markAt(beginning, 0)] = 1
    byBeginning.set(beginning, [...(byBeginning.get(beginning) ?? []), [form.toLowerCase(), name]])
  }
  return { length, byBeginning, marks }
}

const MARKS = 1 << 18

function markAt(text: string, at: number): number {
  return ((text.charCodeAt(at) << 12) ^ (text.charCodeAt(at + 1) << 6) ^ text.charCodeAt(at + 2)) & (MARKS - 1)
}

function findForms(text: string, { length, byBeginning, marks }: FormIndex): readonly string[] {
  const folded = text.toLowerCase()
  const found = new Set<string>()
  for (let at = 0; at + length <= folded.length; at++) {
    if (marks[markAt(folded, at)] === 0) continue
    for (const [form, name] of byBeginning.get(folded.slice(at, at + length)) ?? [])
      if (folded.startsWith(form, at)) found.add(`${name}: ${form}`)
  }
  return [...found]
}

function formsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value, 'utf8')
  const hex = bytes.toString('hex')
  const whole = [value, bytes.toString('latin1'), [...value].toReversed().join('')]
  const runs = whole.flatMap((text) =>
    Array.from({ length: text.length - RUN + 1 }, (_, at) => text.slice(at, at + RUN)),
  )
  const words = value.match(/[a-z]{7,}/gi) ?? []
  const rotated = words.flatMap((word) => Array.from({ length: 25 }, (_, by) => rotate(word, by + 1)))
  const escaped = runs.flatMap((run) => [run, ...ESCAPES.map((escape) => escape(run))])
  const encoded = [0, 1, 2].flatMap((shift) => [
    base64Core(bytes, shift, 'base64'),
    base64Core(bytes, shift, 'base64url'),
  ])
  return [...new Set([...escaped, ...rotated, ...encoded, hex, hex.replace(/../g, '%$&')])]
}

const ESCAPES: readonly ((text: string) => string)[] = [
  (text) => JSON.stringify(text).slice(1, -1),
  (text) => JSON.stringify(JSON.stringify(text)).slice(3, -3),
  (text) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '')),
  (text) => new URLSearchParams({ '': text }).toString().slice(1),
  (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;'),
]

/** Every letter moved by one distance: who reads that reads the secret. */
function rotate(text: string, by: number): string {
  return text
    .toLowerCase()
    .replace(/[a-z]/g, (letter) => String.fromCharCode(97 + ((letter.charCodeAt(0) - 97 + by) % 26)))
}

/** The base64 of the bytes at any offset of a longer text: all but the characters at the edges. */
function base64Core(bytes: Buffer, shift: number, encoding: 'base64' | 'base64url'): string {
  const text = Buffer.concat([Buffer.alloc(shift), bytes])
    .toString(encoding)
    .replace(/=+$/, '')
  return text.slice(shift === 0 ? 0 : shift + 1, -1)
}
