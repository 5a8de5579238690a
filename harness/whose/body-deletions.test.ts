import { expect } from 'chai'
import { readDocument } from '../targets/document.ts'
import { withBodyDeletions } from './body-deletions.ts'

const id = { type: 'integer' }
const ids = { type: 'array', items: id }
const title = { type: 'string' }
const bodyOf = (schema: object): object => ({ requestBody: { content: { 'application/json': { schema } } } })
const members = (properties: object, required: readonly string[] = []): object =>
  bodyOf({ type: 'object', properties, required })

/** The path of a record that an operation deletes, and where its id is sent, beside `GET /notes`. */
function deletionOf(method: string, path: string, operation: object, more: object = {}): unknown {
  const paths = { '/notes': { get: {} }, ...more }
  const at = (paths as Readonly<Record<string, object>>)[path] ?? {}
  const { routes } = readDocument({
    openapi: '3.1.0',
    info: {},
    security: [{ token: [] }],
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    paths: { ...paths, [path]: { ...at, [method]: operation } },
  })
  const { path: found, sentAs: { member, isList } = {} } = withBodyDeletions(routes)[routes.length] ?? {}
  return found === undefined ? undefined : [found, member, isList]
}

describe('records that are deleted by their ids in a body', () => {
  it('are those that a list names', () => {
    expect(deletionOf('post', '/batch-delete/notes', bodyOf(ids))).to.deep.equal(['/notes/[id]', undefined, true])
    expect(deletionOf('post', '/notes/bulk_delete', bodyOf(ids))).to.deep.equal(['/notes/[id]', undefined, true])
  })

  it('are those that a member names', () => {
    expect(deletionOf('post', '/notes/delete', members({ ids }))).to.deep.equal(['/notes/[id]', 'ids', true])
    expect(deletionOf('post', '/notes/remove', members({ id }))).to.deep.equal(['/notes/[id]', 'id', false])
    expect(deletionOf('delete', '/notes', members({ noteIds: ids }))).to.deep.equal(['/notes/[id]', 'noteIds', true])
  })

  it('are not known where the body names others, or more', () => {
    expect(deletionOf('post', '/notes/delete', members({ title }))).to.equal(undefined)
    expect(deletionOf('post', '/notes/delete', members({ id, title }, ['title']))).to.equal(undefined)
    expect(deletionOf('delete', '/notes', {})).to.equal(undefined)
  })

  it('are those of a body that is the model with which they are made', () => {
    const model = members({ id, title }, ['title'])
    const more = { '/notes/create': { post: model } }
    expect(deletionOf('post', '/notes/delete', model, more)).to.deep.equal(['/notes/[id]', 'id', false])
  })

  it('are not known where the model names other records beside the id', () => {
    const model = members({ id, userId: id }, ['userId'])
    expect(deletionOf('post', '/notes/delete', model, { '/notes/create': { post: model } })).to.equal(undefined)
  })

  it('are not all of them', () => {
    expect(deletionOf('post', '/notes/delete-all', members({ ids }))).to.equal(undefined)
  })

  it('are absent for an action, and where an operation deletes a record by its path', () => {
    expect(deletionOf('post', '/notes/share', members({ ids }))).to.equal(undefined)
    expect(deletionOf('post', '/notes/delete', members({ ids }), { '/notes/{note}': { delete: {} } })).to.equal(
      undefined,
    )
  })
})
