import { expect } from 'chai'
import type { BrowserContext } from 'playwright-core'
import { useBrowser } from './browser.ts'
import { type Demo, startDemo } from './demo.ts'
import { closeTabs, openProfile, openReference, type Reference } from './reference.ts'

/**
 * The page of a demo, opened anew for each test of a suite. Server and profile stay, so that what the page loads is read
 * and compiled once; what was typed, logins and saves do not.
 */
export function usePage(): () => { readonly demo: Demo; readonly reference: Reference } {
  const browserOf = useBrowser()
  let demo: Demo | undefined
  let profile: BrowserContext | undefined
  let reference: Reference
  before(async () => {
    demo = await startDemo()
    profile = await openProfile(browserOf())
  })
  beforeEach(async () => {
    reference = await openReference(profile as BrowserContext, demo as Demo)
  })
  afterEach(async () => {
    await closeTabs(profile as BrowserContext)
    demo?.reset()
    const { foreign, faults } = reference
    expect({ foreign, faults }).to.deep.equal({ foreign: [], faults: [] })
  })
  after(async () => {
    await profile?.close()
    await demo?.close()
  })
  return () => ({ demo: demo as Demo, reference })
}
