import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { captureProgram } from '../../fixtures/captured.ts'
import { findFreePort } from '../../fixtures/free-port.ts'
import { linkSvc } from '../../fixtures/link-svc.ts'
import { REPOSITORY, SVC } from '../../fixtures/svc-program.ts'
import { createSample, type SampleFolder } from '../../server/files/testdata/tree.ts'
import { CLIENT_ID, CLIENT_SECRET, openProvider, type TestProvider } from '../../server/identity/testdata/provider.ts'
import { describeInBrowsers, useBrowser } from '../../server/openapi/testdata/browser.ts'
import { openProfile, openReference, type Reference } from '../../server/openapi/testdata/reference.ts'

/** The steps of the documentation, as their text has them. */
function readSteps(): readonly string[] {
  const page = readFileSync(join(REPOSITORY, 'docs/tokens.md'), 'utf8')
  const [, section = ''] = page.split('### From a new project to a token of your provider\n')
  const [steps = ''] = section.split(/^#/m)
  return [...steps.matchAll(/^\d\. ((?:.|\n {3})+)/gm)].map(([, step = '']) => step.replaceAll(/\n {3}/g, ' '))
}

describeInBrowsers('from svc init --auth oidc to a token of the provider', (name) => {
  const browserOf = useBrowser(name)
  let sample: SampleFolder | undefined
  let provider: TestProvider | undefined
  let server: ChildProcess | undefined

  after(async () => {
    const ended = server && new Promise((resolve) => server?.once('exit', resolve))
    server?.kill()
    await ended
    await provider?.close()
    sample?.dispose()
  })

  it('takes the steps of the documentation, fewer than ten, and ends in a 200', async () => {
    sample = createSample({})
    const root = join(sample.root, 'pets')
    const port = await findFreePort()
    const url = `http://localhost:${port}`
    let reference: Reference | undefined
    const shown = (): Reference => reference as Reference

    /** The deeds of a person, by the words of each step. */
    const doing: readonly (readonly [words: RegExp, act: (step: string) => Promise<unknown>])[] = [
      [
        /init pets --auth oidc/,
        async () => {
          const { exitCode, all } = await captureProgram(['init', root, '--yes', '--auth', 'oidc'])
          expect(exitCode, all).to.equal(0)
        },
      ],
      // In the place of a registry.
      [/npm install/, async () => linkSvc(root, ['@types/node'])],
      [
        /register a client with the callbacks/,
        async (step) => {
          const callbacks = [...step.matchAll(/`(http:\/\/[^`]+)`/g)].map(([, callback = '']) =>
            callback.replace('http://localhost:3000', url),
          )
          provider = await openProvider(callbacks)
        },
      ],
      [
        /In `\.env` set/,
        async (step) => {
          const values = [provider?.url, CLIENT_ID, CLIENT_SECRET]
          const names = [...step.matchAll(/`(OIDC_\w+)`/g)].map(([, variable]) => variable)
          appendFileSync(join(root, '.env'), names.map((variable, index) => `${variable}=${values[index]}\n`).join(''))
        },
      ],
      [
        /npm run dev/,
        async () => {
          server = spawn(process.execPath, [...SVC, 'dev', '--port', String(port)], { cwd: root, stdio: 'ignore' })
          await answers(`${url}/api/openapi.json`, server)
        },
      ],
      [
        /Open `http/,
        async () => {
          reference = await openReference(await openProfile(browserOf()), {
            url,
            title: 'pets',
            received: [],
          })
        },
      ],
      [/List your notes/, () => shown().openOperation('List your notes', 'get /api/notes')],
      [
        /Log in at …/,
        async () => {
          const row = shown().panel().getByRole('group', { name: 'accessToken', exact: true })
          const opened = shown().page.context().waitForEvent('page')
          await row.getByRole('button', { name: /^Log in at/ }).click()
          const popup = await opened
          await popup.locator('input[name=login]').fill('ann')
          await popup.locator('input[name=password]').fill('any')
          await popup.getByRole('button', { name: 'Sign-in' }).click()
          await popup.getByRole('button', { name: 'Continue' }).click()
          await row.getByText(`iss ${provider?.url}`).waitFor()
        },
      ],
      [
        /Press "Send": 200/,
        async () => {
          const asked = shown().page.waitForRequest((request) => request.url() === `${url}/api/notes`)
          expect((await shown().send()).status).to.equal(200)
          expect((await asked).headers()['authorization']).to.match(/^Bearer ey/)
        },
      ],
    ]
    const steps = readSteps()
    expect(steps).to.have.length(doing.length)
    expect(steps.length).to.be.lessThan(10)
    for (const [index, [words, act]] of doing.entries()) {
      const step = steps[index] ?? ''
      expect(step).to.match(words)
      await act(step)
    }
    const { foreign, faults, page } = shown()
    expect({ foreign, faults }).to.deep.equal({ foreign: [], faults: [] })
    await page.context().close()
  })
})

/** Waits until a server answers; rejects where it has ended. */
async function answers(url: string, server: ChildProcess): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`svc dev ended with ${server.exitCode}`)
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
