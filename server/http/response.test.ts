import { setImmediate } from 'node:timers/promises'
import { expect } from 'chai'
import { toResponse, withoutBody } from './response.ts'

describe('withoutBody', () => {
  /** An unhandled rejection would end the process. */
  const isQuiet = async (response: Response): Promise<void> => {
    const unhandled: unknown[] = []
    const listeners = process.listeners('unhandledRejection')
    process.removeAllListeners('unhandledRejection').on('unhandledRejection', (reason) => unhandled.push(reason))
    const bare = toResponse(withoutBody(response))
    await setImmediate()
    process.removeAllListeners('unhandledRejection')
    for (const listener of listeners) process.on('unhandledRejection', listener)
    expect([bare.status, await bare.text(), unhandled]).to.deep.equal([200, '', []])
  }

  it('outlives a stream that cannot be cancelled', () =>
    isQuiet(
      new Response(
        new ReadableStream({
          cancel: () => {
            throw new Error('the database is gone')
          },
        }),
      ),
    ))

  it('keeps the reason of a response, and gives one to a response without', () => {
    const reasons = [new Response('', { statusText: 'Quite fine' }), new Response('')].map(
      (response) => toResponse(withoutBody(response)).statusText,
    )
    expect(reasons).to.deep.equal(['Quite fine', 'OK'])
  })

  it('outlives a body that other code is reading', () => {
    const response = new Response('text')
    response.body?.getReader()
    return isQuiet(response)
  })
})
