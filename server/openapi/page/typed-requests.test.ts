import { expect } from 'chai'
import { carryTyped, type TypableDocument } from './typed-requests.ts'

const LIMIT = { name: 'limit', in: 'query', schema: { type: 'number' } }
const typed = (value: unknown): object => ({ examples: { default: { value } } })
const at = (operation: object, path = '/pets'): TypableDocument => ({ paths: { [path]: { post: operation } } })

/** The next document with the input that was typed between `loaded` and `current`. */
function carried(
  loaded: object,
  current: object,
  next: TypableDocument,
  open?: { readonly method: string; readonly path: string },
): TypableDocument {
  carryTyped(at(loaded), at(current), next, open)
  return next
}

describe('what was typed into requests, over a save', () => {
  it('stays where the next document has the parameter, and keeps what that says of it', () => {
    const next = at({ parameters: [{ ...LIMIT, description: 'new' }] })
    expect(carried({ parameters: [LIMIT] }, { parameters: [{ ...LIMIT, ...typed('5') }] }, next)).to.deep.equal(
      at({ parameters: [{ ...LIMIT, description: 'new', ...typed('5') }] }),
    )
  })

  it('does not keep what was not typed: a new example of the document wins', () => {
    const before = { parameters: [{ ...LIMIT, ...typed('old example') }] }
    const next = at({ parameters: [{ ...LIMIT, ...typed('new example') }] })
    expect(carried(before, before, next)).to.deep.equal(at({ parameters: [{ ...LIMIT, ...typed('new example') }] }))
  })

  it('drops a parameter that the operation has no more, and keeps a row that was added by hand', () => {
    const own = { name: 'X-Own', in: 'header', ...typed('mine') }
    expect(
      carried({ parameters: [LIMIT] }, { parameters: [{ ...LIMIT, ...typed('5') }, own] }, at({ parameters: [] })),
    ).to.deep.equal(at({ parameters: [own] }))
  })

  it('keeps a body, its type, its file itself, and what is switched off', () => {
    const file = new File(['content'], 'a.txt')
    const content = { 'application/json': {}, 'multipart/form-data': {} }
    const current = {
      requestBody: {
        content: { ...content, 'multipart/form-data': typed([{ name: 'file', value: file }]) },
        'x-scalar-selected-content-type': { default: 'multipart/form-data' },
      },
      'x-scalar-disable-parameters': { 'default-headers': { default: { accept: true } } },
    }
    const next = carried({ requestBody: { content } }, current, at({ requestBody: { content: { ...content } } }))
    expect(next).to.deep.equal(at(current))
    const body = next.paths?.['/pets']?.post?.requestBody?.content?.['multipart/form-data'] as ReturnType<typeof typed>
    expect(JSON.stringify(Object.keys(body))).to.equal('["examples"]')
    const { examples } = body as { examples: { default: { value: { value: unknown }[] } } }
    expect(examples.default.value[0]?.value).to.equal(file)
  })

  it('keeps an operation that vanished as long as it is open, and no longer', () => {
    const current = { parameters: [{ ...LIMIT, ...typed('5') }] }
    expect(carried({ parameters: [LIMIT] }, current, {}, { method: 'post', path: '/pets' })).to.deep.equal(at(current))
    expect(carried({ parameters: [LIMIT] }, current, {}, { method: 'get', path: '/pets' })).to.deep.equal({})
    expect(carried({ parameters: [LIMIT] }, current, {})).to.deep.equal({})
  })
})
