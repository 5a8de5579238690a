import type { RunEvent } from '../../model/event.ts'
import { REPORTERS } from '../formats.ts'

/** The output of a format for some events. */
export async function writeReport(format: string, events: readonly RunEvent[], previous?: string): Promise<string> {
  const create = await REPORTERS[format]?.()
  if (create === undefined) throw new Error(`no format ${format}`)
  const texts: string[] = []
  const reporter = create({
    write: (text) => void texts.push(text),
    close: async () => undefined,
    readPrevious: () => previous,
  })
  for (const event of events) reporter.report(event)
  await reporter.close?.()
  return texts.join('')
}
