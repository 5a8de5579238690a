import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect } from 'chai'
import { HttpError, reasonOf } from '../base/errors.ts'
import { type Body, type BodySource, readBody as readSource } from './body.ts'

const FORM = 'application/x-www-form-urlencoded'
const LIMIT = 1_000
const FIELD_LIMIT = 3
const TOO_LARGE = [413, reasonOf(413)]

interface Sent {
  readonly type?: string
  readonly body?: string | Uint8Array
  readonly method?: string
}

/** A body as bytes, so that no content type is made up for it. */
function read({ type, body, method = 'POST' }: Sent): Promise<Body> {
  const headers = type === undefined ? {} : { 'content-type': type }
  const bytes = body === undefined ? undefined : new Uint8Array(Buffer.from(body as string))
  return readBody(new Request('http://x/', { method, headers, ...(bytes ? { body: bytes } : {}) }), LIMIT, FIELD_LIMIT)
}

/** The outcome of an attempt: its result, or status and detail of the error. */
async function outcome(attempt: () => unknown): Promise<unknown> {
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return [error.status, error.detail]
  }
}

describe('Body.json', () => {
  const NOT_JSON = [400, 'The body is not valid JSON']
  const OTHER_TYPE = [415, 'Unsupported Media Type']
  const cases: readonly (readonly [type: string | undefined, body: string | Uint8Array, result: unknown])[] = [
    ['application/json', '{"a":[1,null]}', { a: [1, null] }],
    ['application/json', ' "text" ', 'text'],
    ['Application/JSON; charset=UTF-8', '1', 1],
    ['application/json;charset="utf-8"', '1', 1],
    ['application/json; q=1; x="a;b\\""', '1', 1],
    ['application/problem+json', '1', 1],
    ['application/json', '{"constructor":{"prototype":{}}}', { constructor: { prototype: {} } }],
    ['application/json', '', NOT_JSON],
    ['application/json', '{', NOT_JSON],
    ['application/json', '{"a":1,}', NOT_JSON],
    ['application/json', "{'secret-canary':1}", NOT_JSON],
    ['application/json', '\ufeff{}', NOT_JSON],
    ['application/json', 'NaN', NOT_JSON],
    ['application/json', '{"__proto__":{"isSuperuser":true}}', NOT_JSON],
    ['application/json', '{"a":[{"__proto__":1,"__proto__":2}]}', NOT_JSON],
    ['application/json', '{"\\u005f_proto__":1}', NOT_JSON],
    ['application/json', '{"__\\u0070roto__":1}', NOT_JSON],
    ['application/json', Buffer.from([0x22, 0xff, 0x22]), [400, 'The body is not valid UTF-8']],
    ['application/json', Buffer.from([0x22, 0xc0, 0xaf, 0x22]), [400, 'The body is not valid UTF-8']],
    [undefined, '', NOT_JSON],
    [FORM, '', NOT_JSON],
    [undefined, '{}', OTHER_TYPE],
    ['', '{}', OTHER_TYPE],
    ['text/plain', '{}', OTHER_TYPE],
    [FORM, '{}', OTHER_TYPE],
    ['application/jsonp', '{}', OTHER_TYPE],
    ['application/x+jsonx', '{}', OTHER_TYPE],
    ['application/json; charset=utf-16', '{}', OTHER_TYPE],
    ['application/json; charset=utf-8; charset=utf-7', '{}', OTHER_TYPE],
    ['text/plain; application/json', '{}', OTHER_TYPE],
    ['application/json, text/plain', '{}', OTHER_TYPE],
  ]
  for (const [type, body, result] of cases) {
    it(`answers ${JSON.stringify(result)} to ${JSON.stringify(body)} as ${type}`, async () => {
      expect(
        await outcome(async () => (await read({ ...(type === undefined ? {} : { type }), body })).json()),
      ).to.deep.equal(result)
    })
  }

  it('pollutes no prototype', async () => {
    const body = await read({ type: 'application/json', body: '{"a":{"constructor":{"prototype":{"x":1}}}}' })
    body.json()
    expect(({} as { readonly x?: number }).x).to.equal(undefined)
  })

  it('gives each caller an object of its own', async () => {
    const body = await read({ type: 'application/json', body: '{"a":{}}' })
    expect(body.json()).to.not.equal(body.json())
  })

  it('survives nesting as deep as the limit allows', async () => {
    const deep = `{"__proto_":${'['.repeat(490)}${']'.repeat(490)}}`
    expect(
      await outcome(async () => Object.keys((await read({ type: 'application/json', body: deep })).json() as object)),
    ).to.deep.equal(['__proto_'])
  })
})

describe('Body.text', () => {
  it('gives the text exactly, whatever its type', async () => {
    expect((await read({ body: '\ufeffé\r\n\0' })).text()).to.equal('\ufeffé\r\n\0')
    expect((await read({})).text()).to.equal('')
  })

  it('refuses what is not UTF-8 with 400', async () => {
    expect(await outcome(async () => (await read({ body: Buffer.from([0xff]) })).text())).to.deep.equal([
      400,
      'The body is not valid UTF-8',
    ])
  })

  it('has no body for GET', async () => {
    expect((await read({ method: 'GET' })).text()).to.equal('')
  })
})

describe('Body.fields', () => {
  const INVALID = [400, 'The body is not a valid form']
  const TOO_MANY = [413, 'The form has too many fields']
  const cases: readonly (readonly [type: string, body: string, result: unknown])[] = [
    [FORM, 'a=1&b=x+y%21&a=2', { a: ['1', '2'], b: 'x y!' }],
    [FORM, 'a=%C3%A9', { a: 'é' }],
    [FORM, 'a=é', { a: 'é' }],
    [`${FORM}; charset=utf-8`, 'a', { a: '' }],
    [FORM, '', {}],
    [FORM, 'a=1;b=2', { a: '1;b=2' }],
    [FORM, 'a=%ff', INVALID],
    [FORM, '%zz=1', INVALID],
    [FORM, 'a=1&b=2&c=3', { a: '1', b: '2', c: '3' }],
    [FORM, 'a=1&a=2&a=3&a=4', TOO_MANY],
    [FORM, '&&&&&&a=1', { a: '1' }],
    ['application/json', '{"a":1}', [415, 'Unsupported Media Type']],
    ['multipart/form-data', '', INVALID],
    ['multipart/form-data; boundary=', '', [415, 'Unsupported Media Type']],
    ['multipart/form-data; boundary="a b "', '', INVALID],
    ['multipart/form-data; boundary="a\\"b"', '', INVALID],
    ['multipart/form-data; boundary=a; boundary=b', multipart('a', { x: '1' }), [415, 'Unsupported Media Type']],
    ['multipart/form-data; boundary=b', multipart('b', { x: '1', y: 'é' }), { x: '1', y: 'é' }],
    ['multipart/form-data; boundary="b-?c"', multipart('b-?c', { x: '1' }), { x: '1' }],
    ['multipart/form-data; boundary=b', multipart('b', { a: '1', b: '2', c: '3' }), { a: '1', b: '2', c: '3' }],
    ['multipart/form-data; boundary=b', multipart('b', { a: '1', b: '2', c: '3', d: '4' }), TOO_MANY],
    ['multipart/form-data; boundary=b', `preamble\r\n${multipart('b', { a: '1', b: '2', c: '3', d: '4' })}`, TOO_MANY],
    ['multipart/form-data; boundary=c', multipart('b', { a: '1' }), INVALID],
    ['multipart/form-data; boundary=b', multipart('b', { a: '1' }).slice(0, -6), INVALID],
    ['multipart/form-data; boundary=b', '--b\r\n\r\nno name\r\n--b--\r\n', INVALID],
  ]
  for (const [type, body, result] of cases) {
    it(`answers ${JSON.stringify(result)} to ${JSON.stringify(body).slice(0, 50)} as ${type}`, async () => {
      expect(await outcome(async () => ({ ...(await (await read({ type, body })).fields()) }))).to.deep.equal(result)
    })
  }

  it('gives an object without a prototype', async () => {
    const fields = await (await read({ type: FORM, body: '__proto__=x&constructor=y' })).fields()
    expect(Object.getPrototypeOf(fields)).to.equal(null)
    expect(Object.entries(fields)).to.deep.equal([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ])
  })

  it('takes no body at all for a form without fields, but nothing untyped', async () => {
    expect(await outcome(async () => ({ ...(await (await read({})).fields()) }))).to.deep.equal({})
    expect(await outcome(async () => (await read({ body: 'a=1' })).fields())).to.deep.equal([
      415,
      'Unsupported Media Type',
    ])
  })

  it('refuses a content coding, since it decodes none', async () => {
    const ask = (coding: string): Promise<unknown> => {
      const headers = { 'content-type': 'application/json', 'content-encoding': coding }
      const web = new Request('http://x/', { method: 'POST', headers, body: '{}' })
      return outcome(async () => (await readBody(web, LIMIT, FIELD_LIMIT)).json())
    }
    const refused = [415, 'Unsupported Media Type']
    expect([await ask('gzip'), await ask('identity, gzip'), await ask('')]).to.deep.equal([refused, refused, refused])
    expect([await ask('identity'), await ask(' Identity ')]).to.deep.equal([{}, {}])
  })

  it('gives files as files, and the same as FormData', async () => {
    const sent = new FormData()
    sent.append('note', 'hello')
    sent.append('file', new File(['content'], 'a.txt', { type: 'text/plain' }))
    const body = await readBody(new Request('http://x/', { method: 'POST', body: sent }), LIMIT, FIELD_LIMIT)
    const file = (await body.fields())['file'] as File
    expect([file.name, file.type, await file.text()]).to.deep.equal(['a.txt', 'text/plain', 'content'])
    expect((await body.formData()).get('note')).to.equal('hello')
  })
})

describe('readBody without a socket', () => {
  it('takes a body of exactly the limit', async () => {
    expect((await read({ body: 'x'.repeat(LIMIT) })).text()).to.have.length(LIMIT)
  })

  it('refuses a longer one with 413', async () => {
    expect(await outcome(() => read({ body: 'x'.repeat(LIMIT + 1) }))).to.deep.equal(TOO_LARGE)
  })

  it('stops reading a stream at the limit', async () => {
    let pulled = 0
    let cancelled = false
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled += 600
        controller.enqueue(new Uint8Array(600))
      },
      cancel: () => {
        cancelled = true
      },
    })
    const web = new Request('http://x/', { method: 'POST', body, duplex: 'half' } as RequestInit)
    expect(await outcome(() => readBody(web, LIMIT, FIELD_LIMIT))).to.deep.equal(TOO_LARGE)
    expect({ cancelled, pulledLittle: pulled <= 3 * 600 }).to.deep.equal({ cancelled: true, pulledLittle: true })
  })

  it('refuses a declared length over the limit before it reads', async () => {
    const body = new ReadableStream({ pull: () => expect.fail('was read') }, { highWaterMark: 0 })
    const init = { method: 'POST', body, duplex: 'half', headers: { 'content-length': '1001' } }
    expect(await outcome(() => readBody(new Request('http://x/', init), LIMIT, FIELD_LIMIT))).to.deep.equal(TOO_LARGE)
  })

  it('rejects when the stream fails', async () => {
    const body = new ReadableStream({ start: (controller) => controller.error(new Error('gone')) })
    const web = new Request('http://x/', { method: 'POST', body, duplex: 'half' } as RequestInit)
    expect(await outcome(() => readBody(web, LIMIT, FIELD_LIMIT))).to.deep.equal([400, 'The body ended early'])
  })
})

describe('readBody on a socket', () => {
  let server: Server
  /** The outcome of each body, in order of arrival. */
  let outcomes: Promise<unknown>[]
  /** Whether each request was left alone when its body had been read or refused. */
  let isOpen: boolean[]
  const sockets: Socket[] = []

  beforeEach(async () => {
    outcomes = []
    isOpen = []
    server = createServer((request, response) => {
      const reading = outcome(async () => (await readSource(sourceOf(request), LIMIT, FIELD_LIMIT)).text())
      outcomes.push(reading)
      void reading.then((result) => {
        isOpen.push(!request.destroyed)
        const text = typeof result === 'string' ? result : 'refused'
        const fields = { 'content-length': text.length, ...(text === result ? {} : { connection: 'close' }) }
        return response.writeHead(text === result ? 200 : 413, fields).end(text)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })

  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  function open(head: string): Socket {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    sockets.push(socket)
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n`)
    return socket
  }

  it('reads pieces until the declared end, and leaves the next request alone', async () => {
    const socket = open('Content-Length: 6')
    socket.write('abc')
    socket.write('defPOST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\nhi')
    const text = await textOf(socket)
    expect(text.match(/abcdef|hi$/g)).to.deep.equal(['abcdef', 'hi'])
  })

  it('reads chunks', async () => {
    const socket = open('Transfer-Encoding: chunked\r\nConnection: close')
    socket.write('3\r\nabc\r\n1\r\nd\r\n0\r\n\r\n')
    expect(await textOf(socket)).to.match(/abcd$/)
  })

  it('answers 413 to a declared length over the limit before anything is sent', async () => {
    const text = await textOf(open('Content-Length: 1001'))
    expect(text)
      .to.match(/^HTTP\/1\.1 413 /)
      .and.match(/refused$/)
  })

  it('answers 413 to a client that streams on and on, without ending its request', async () => {
    const socket = open('Transfer-Encoding: chunked')
    const timer = setInterval(() => socket.write(`400\r\n${'x'.repeat(1_024)}\r\n`), 1)
    const text = await textOf(socket).finally(() => clearInterval(timer))
    expect(text)
      .to.match(/^HTTP\/1\.1 413 /)
      .and.match(/refused$/)
    expect(isOpen).to.deep.equal([true])
  })

  it('rejects when the client goes away', async () => {
    const socket = open('Content-Length: 6')
    socket.write('abc')
    await new Promise((resolve) => server.once('request', resolve))
    socket.destroy()
    expect(await outcomes[0]).to.deep.equal([400, 'The body ended early'])
  })

  it('fails where other code has read the body', async () => {
    const gone = { readableDidRead: true, method: 'POST', headers: {} } as unknown as IncomingMessage
    const error = await readSource(sourceOf(gone), 1, 1).catch((reason: unknown) => reason)
    expect(error).to.be.instanceOf(TypeError).with.property('message', 'the body was read before it reached svc')
  })
})

function sourceOf(request: IncomingMessage): BodySource {
  const { method = '', headers } = request
  const headerValues = (name: string): string[] => [headers[name] ?? []].flat()
  return { method, node: request, web: undefined as never, headerValues }
}

function readBody(web: Request, limit: number, fieldLimit: number): Promise<Body> {
  const headerValues = (name: string): string[] => [web.headers.get(name) ?? []].flat()
  return readSource({ method: web.method, node: undefined, web, headerValues }, limit, fieldLimit)
}

function textOf(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => (text += chunk.toString('latin1')))
    socket.on('close', () => resolve(text))
  })
}

function multipart(boundary: string, fields: Readonly<Record<string, string>>): string {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return `${parts.join('')}--${boundary}--\r\n`
}
