import { expect } from 'chai'
import { groupCredentials } from './credential-groups.ts'
import type { OperationFacts, SchemeFacts } from './schemes.ts'

const scheme = (name: string, kind: SchemeFacts['kind'] = 'bearer'): SchemeFacts => ({
  name,
  kind,
  in: 'header',
  param: 'Authorization',
  place: 'header Authorization',
  description: '',
})
const operation = (id: string, tag: string, ...ways: readonly (readonly string[])[]): OperationFacts => ({
  id,
  method: 'get',
  path: `/${id}`,
  operation: { tags: [tag] },
  ways,
  custom: [],
  scopes: [],
})

describe('the credentials of the page, grouped', () => {
  it('stand with the first tag that takes them, and name the others', () => {
    const schemes = [scheme('A'), scheme('B'), scheme('C')]
    const operations = [
      operation('one', 'General', ['A']),
      operation('two', 'admin', ['B'], ['C', 'A']),
      operation('three', 'things', ['C']),
    ]
    const groups = groupCredentials(schemes, operations).map(({ title, taken }) => [
      title,
      taken.map((one) => [one.scheme.name, one.operations.map(({ id }) => id), one.also]),
    ])
    expect(groups).to.deep.equal([
      ['General', [['A', ['one', 'two'], ['admin']]]],
      [
        'admin',
        [
          ['B', ['two'], []],
          ['C', ['two', 'three'], ['things']],
        ],
      ],
    ])
  })

  it('have one session, with all that looks at its cookie', () => {
    const schemes = [scheme('fwAuth', 'session'), scheme('superuser', 'session')]
    const operations = [operation('users', 'admin', ['superuser']), operation('pets', 'General', ['fwAuth'])]
    const [group, ...others] = groupCredentials(schemes, operations)
    expect(others).to.deep.equal([])
    expect(group?.taken.map((one) => [one.scheme.name, one.operations.length, one.also])).to.deep.equal([
      ['fwAuth', 2, ['General']],
    ])
  })
})
