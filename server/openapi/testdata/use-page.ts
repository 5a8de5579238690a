import { expect } from 'chai'
import type { BrowserContext } from 'playwright-core'
import { type BrowserName, useBrowser } from './browser.ts'
import { type Demo, startDemo } from './demo.ts'
import { closeTabs, openProfile, openReference, type Reference } from './reference.ts'

/**
 * The page of a demo for the tests of a suite. What was typed, logins and test calls end with each test; the tab stays
 * open for the next one, since loading the page costs more than most tests. After a failure, a save, or input that cannot
 * be forgotten, the next test begins with a new tab.
 */
export function usePage(browser?: BrowserName): () => { readonly demo: Demo; readonly reference: Reference } {
  const browserOf = useBrowser(browser)
  let demo: Demo | undefined
  let profile: BrowserContext | undefined
  let reference: Reference | undefined
  before(async () => {
    demo = await startDemo()
    profile = await openProfile(browserOf())
  })
  beforeEach(async () => {
    reference ??= await openReference(profile as BrowserContext, demo as Demo)
  })
  afterEach(async function () {
    const { foreign = [], faults = [], isSpent = true } = reference ?? {}
    const isFresh = this.currentTest?.state === 'passed' && !isSpent && demo?.isChanged === false
    if (isFresh && profile?.pages().length === 1) {
      await reference?.forget()
    } else {
      reference = undefined
      await closeTabs(profile as BrowserContext)
    }
    demo?.reset()
    expect({ foreign, faults }).to.deep.equal({ foreign: [], faults: [] })
  })
  after(async () => {
    await profile?.close()
    await demo?.close()
  })
  return () => ({ demo: demo as Demo, reference: reference as Reference })
}
