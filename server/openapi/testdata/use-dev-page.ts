import { expect } from 'chai'
import type { BrowserContext } from 'playwright-core'
import { type DevServer, startDevServer } from '../../dev/dev-server.ts'
import { createSample, type SampleFolder } from '../../files/testdata/tree.ts'
import { type BrowserName, useBrowser } from './browser.ts'
import { closeTabs, openProfile, openReference, type Reference } from './reference.ts'

/** The parts that a test of the page of `svc dev` works with. */
interface DevPage {
  readonly sample: SampleFolder
  readonly server: DevServer
  readonly reference: Reference
}

type Options = Omit<Parameters<typeof startDevServer>[0], 'root' | 'port'>

/**
 * `svc dev` over files for the tests of a suite, and its page, which each test gets in a tab of its own; a request to another
 * server or a violation of the policy fails the test.
 *
 * @param prepare called before the page of each test opens
 */
export function useDevPage(
  browser: BrowserName,
  files: Parameters<typeof createSample>[0],
  options: Options = {},
  prepare?: (sample: SampleFolder) => void,
): () => DevPage {
  const browserOf = useBrowser(browser)
  let sample: SampleFolder | undefined
  let server: DevServer | undefined
  let profile: BrowserContext | undefined
  let reference: Reference | undefined
  before(async () => {
    sample = createSample(files)
    const ignore = (): void => undefined
    const output = { print: ignore, report: ignore, color: { stdout: false, stderr: false } }
    server = await startDevServer({ root: sample.root, port: 0, ...options }, output)
    await server.watching
    profile = await openProfile(browserOf())
  })
  beforeEach(async () => {
    const { url } = server as DevServer
    prepare?.(sample as SampleFolder)
    const subject = { url, page: server?.page() ?? url, title: 'Shop', received: [] }
    reference = await openReference(profile as BrowserContext, subject)
  })
  afterEach(async () => {
    await closeTabs(profile as BrowserContext)
    const { foreign, faults } = reference as Reference
    expect({ foreign, faults }).to.deep.equal({ foreign: [], faults: [] })
  })
  after(async () => {
    await profile?.close()
    await server?.close()
    sample?.dispose()
  })
  return () => ({ sample, server, reference }) as DevPage
}
