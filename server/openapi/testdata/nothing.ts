import { expect } from 'chai'
import type { Received } from './demo.ts'
import type { Reference } from './reference.ts'

/** A request without any credential, as the server sees it. */
export const NOTHING: Omit<Received, 'target'> = { authorization: undefined, key: undefined, cookie: undefined }

/** The public operation has no panel to type in, nothing in its snippet, and sends nothing. */
export async function expectNothingForPublic(reference: Reference): Promise<void> {
  await reference.openOperation('Public', 'get /api/public')
  expect(await reference.summary()).to.equal('Public. No credential is sent.')
  expect(await reference.panel().locator('input').count()).to.equal(0)
  expect(await reference.snippet()).not.to.match(/v1|YOUR_SECRET|Authorization|X-API|cookie/i)
  expect(await reference.send()).to.deep.equal({ target: '/api/public', ...NOTHING, status: 200 })
}
