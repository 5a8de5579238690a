import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { MEASURES, plantMistake, readApplications } from './mistake.ts'

describe('the mistakes of the independent measure', () => {
  const applications = readApplications([])

  for (const application of applications) {
    it(`fit the application ${application.name}, and differ from their twins in the planted line`, () => {
      for (const mistake of application.mistakes) {
        const [wrong, right] = (['wrong', 'right'] as const).map((kind) => plantMistake(application, mistake, kind))
        const differences = [...(wrong?.files ?? [])].flatMap(([file, text]) => {
          const twin = right?.files.get(file)?.split('\n') ?? []
          return text.split('\n').flatMap((line, index) => (line === twin[index] ? [] : [`${file}:${index + 1}`]))
        })
        expect(differences, mistake.name).to.deep.equal([`${wrong?.place.file}:${wrong?.place.line}`])
      }
    })
  }

  it('are those that were predicted', () => {
    const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')
    const predictions = [
      '',
      '-second',
      '-third',
      '-fourth',
      '-fifth',
      '-sixth',
      '-seventh',
      '-eighth',
      '-ninth',
      '-tenth',
      '-eleventh',
      '-twelfth',
      '-thirteenth',
      '-fourteenth',
      '-fifteenth',
      '-sixteenth',
      '-seventeenth',
      '-eighteenth',
      '-nineteenth',
      '-twentieth',
    ]
      .map((suffix) => read(`predictions${suffix}.md`))
      .join('')
    for (const application of applications) {
      for (const mistake of application.mistakes) {
        const { file, line } = plantMistake(application, mistake, 'wrong').place
        const columns = [application.name, mistake.name, mistake.class, mistake.half, `\`${file}:${line}\``]
        expect(predictions).to.contain(`\n| ${columns.join(' | ')} | `)
      }
    }
  })

  it('are fifteen for each application, fourteen from the twelfth measure on, seven in the sixteenth and later ones, half held, each class in both halves', () => {
    for (const [measure, names] of Object.entries(MEASURES)) {
      const those = readApplications(names).flatMap(({ mistakes }) => mistakes)
      const each = ['sixteenth', 'seventeenth', 'eighteenth', 'nineteenth', 'twentieth'].includes(measure)
        ? 7
        : ['twelfth', 'thirteenth', 'fourteenth', 'fifteenth'].includes(measure)
          ? 14
          : 15
      const count = each * names.length
      expect([those.length, those.filter(({ half }) => half === 'held').length]).to.deep.equal([count, count / 2])
    }
    const all = applications.flatMap(({ mistakes }) => mistakes)
    for (const kind of new Set(all.map((mistake) => mistake.class))) {
      const halves = new Set(all.filter((mistake) => mistake.class === kind).map(({ half }) => half))
      expect(halves.size, kind).to.equal(2)
    }
  })
})
