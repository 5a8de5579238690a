import { expect } from 'chai'
import type { Route } from '../model/route.ts'
import { describeLeaf } from '../../server/internal.ts'
import { skeletonOfProject } from './skeleton.ts'
import { printTypeScript } from './typescript-skeleton.ts'

function print(changes: Partial<Route>): readonly string[] {
  const auth = describeLeaf({ in: 'header', name: 'X-Key' }, { name: 'notes-key' })
  const route: Route = {
    key: 'POST /notes',
    method: 'POST',
    path: '/notes',
    base: '',
    auth,
    level: 'operation',
    authSource: undefined,
    source: undefined,
    csrf: false,
    declaresBody: true,
    ...changes,
  }
  return printTypeScript(skeletonOfProject([route], undefined))
    .split('\n')
    .slice(4, -2)
}

const CREDENTIALS = ['  credentials: {', "    'notes-key': { valid: secret('NOTES_KEY') }, // header X-Key", '  },']

describe('first fixtures in TypeScript', () => {
  for (const [title, changes, line] of [
    ['leave a body blank that no document describes', {}, "'POST /notes': { body: {} },"],
    [
      'end every line with a comma, whatever its texts look like',
      { sample: sampleOf({ title: 'a // secret(b),' }) },
      "'POST /notes': { body: { title: 'a // secret(b),' } },",
    ],
    [
      'escape what a path may hold',
      { key: "PUT /it's/[id]", path: "/it's/[id]", declaresBody: false },
      String.raw`'PUT /it\'s/[id]': { params: { id: '1' } },`,
    ],
  ] as const)
    it(title, () => {
      expect(print(changes)).to.deep.equal([...CREDENTIALS, '  routes: {', `    ${line}`, '  },'])
    })
})

function sampleOf(body: unknown): NonNullable<Route['sample']> {
  return {
    params: {},
    query: {},
    headers: {},
    body: { contentType: 'application/json', text: JSON.stringify(body) },
  }
}
