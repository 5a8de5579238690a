import { expect } from 'chai'
import { joinNames, namesOf } from './option-names.ts'
import { checkOptionNames } from '../declaring/option-checks.ts'

interface Sample {
  readonly title: string
  readonly port?: number
  start?(): void
}

describe('names of options', () => {
  const names = namesOf<Sample>({ title: true, port: true, start: true })

  it('are those of the type, in the order of the object', () => {
    expect(names).to.deep.equal(['title', 'port', 'start'])
    expect(joinNames(names, namesOf<{ auth: unknown }>({ auth: true }))).to.deep.equal([...names, 'auth'])
  })

  it('do not compile without one of them', () => {
    // @ts-expect-error port is missing, though optional
    expect(namesOf<Sample>({ title: true, start: true })).to.have.length(2)
  })

  it('do not compile with one that the type does not have', () => {
    // @ts-expect-error the type has no host
    expect(namesOf<Sample>({ title: true, port: true, start: true, host: true })).to.have.length(4)
  })

  it('are not a list written by hand', () => {
    // @ts-expect-error nothing proves that these are all of them
    checkOptionNames({}, ['title'], 'a sample', undefined)
  })
})
