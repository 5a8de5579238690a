import { createServer, type Server } from 'node:http'
import { expect } from 'chai'
import { isLoadError } from '../base/errors.ts'
import type { LimitOptions } from '../declaring/settings.ts'
import { type DevListening, type DevListenOptions, listen } from './listen.ts'

const LIMITS: Required<LimitOptions> = {
  headers: 16_384,
  target: 8_192,
  body: 1_048_576,
  formFields: 100,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
}

describe('listen', () => {
  let taken: Server
  let port: number

  beforeEach(async () => {
    taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    ;({ port } = taken.address() as { readonly port: number })
  })

  afterEach(() => void taken.close())

  const start = (options: Partial<DevListenOptions>): Promise<DevListening> =>
    listen((_request, response) => response.end('here'), {
      port: 0,
      host: '127.0.0.1',
      https: false,
      strictPort: false,
      page: '/api/docs',
      limits: LIMITS,
      ...options,
    })

  it('says where it really listens', async () => {
    const listening = await start({})
    try {
      expect(listening.url).to.equal(`http://localhost:${listening.port}`)
      expect(await (await fetch(`http://127.0.0.1:${listening.port}/`)).text()).to.equal('here')
    } finally {
      await listening.close(1_000)
    }
  })

  it('takes another port where one is taken', async () => {
    const listening = await start({ port })
    expect(listening.port).not.to.equal(port)
    await listening.close(1_000)
  })

  it('takes another port where the last one there is is taken', async () => {
    const last = createServer()
    // Which process has it does not matter: it is taken.
    await new Promise<void>((resolve) => last.once('error', () => resolve()).listen(65_535, '127.0.0.1', resolve))
    try {
      const listening = await start({ port: 65_535 })
      expect(listening.port).not.to.equal(65_535)
      await listening.close(1_000)
    } finally {
      last.close()
    }
  })

  it('fails on a taken port with strict: true', async () => {
    const error = await start({ port, strictPort: true }).catch((thrown: unknown) => thrown)
    expect(isLoadError(error) && `${error.code} ${error.message}`).to.equal(
      `SVC_PORT_TAKEN port ${port} of 127.0.0.1 is taken. Stop what uses it, name another with --port, or leave out --strict-port.`,
    )
  })

  it('listens on the address it is given, whatever the arguments of the process say', async () => {
    process.argv.push('--host')
    try {
      const listening = await start({})
      const elsewhere = await fetch(`http://127.0.0.2:${listening.port}/`).catch(() => 'refused')
      expect(elsewhere).to.equal('refused')
      await listening.close(1_000)
    } finally {
      process.argv.pop()
    }
  })

  it('serves https with a certificate made on the spot', async () => {
    const { get } = await import('node:https')
    const listening = await start({ https: true })
    try {
      expect(listening.url).to.match(/^https:/)
      const status = await new Promise((resolve, reject) => {
        get({ port: listening.port, host: '127.0.0.1', rejectUnauthorized: false }, (response) => {
          response.resume().on('end', () => resolve(response.statusCode))
        }).on('error', reject)
      })
      expect(status).to.equal(200)
    } finally {
      await listening.close(1_000)
    }
  })
})
