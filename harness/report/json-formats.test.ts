import { expect } from 'chai'
import type { RunEvent } from '../model/event.ts'
import { recordRun } from './testdata/recorded-run.ts'
import { sarifFaultsOf } from './testdata/schemas.ts'
import { HOSTILE, SMALL_RUN } from './testdata/small-run.ts'
import { writeReport } from './testdata/write-report.ts'

async function read(format: string, events: readonly RunEvent[]): Promise<unknown> {
  return JSON.parse(await writeReport(format, events))
}

describe('SARIF and NDJSON', () => {
  it('SARIF of a real run fits its schema', async () => {
    const { events } = await recordRun()
    expect(sarifFaultsOf(await read('sarif', events))).to.deep.equal([])
  })

  it('SARIF fits its schema whatever an application answers', async () => {
    expect(sarifFaultsOf(await read('sarif', SMALL_RUN))).to.deep.equal([])
  })

  it('SARIF of a run that was cut short fits its schema', async () => {
    expect(sarifFaultsOf(await read('sarif', SMALL_RUN.slice(0, 5)))).to.deep.equal([])
  })

  it('SARIF is held to its schema', () => {
    expect(sarifFaultsOf({ version: '2.1.0', runs: [{}] })).not.to.deep.equal([])
  })

  it('a SARIF result stands where the authenticator is declared, and an accepted one is suppressed', async () => {
    const { runs } = (await read('sarif', SMALL_RUN)) as {
      runs: { results: Record<string, unknown>[]; tool: { driver: { rules: unknown[] } } }[]
    }
    const results = runs[0]?.results.map(({ ruleId, ruleIndex, locations, partialFingerprints, suppressions }) => ({
      ruleId,
      ruleIndex,
      locations,
      partialFingerprints,
      suppressions,
    }))
    const locations = [
      {
        physicalLocation: {
          artifactLocation: { uri: 'routes/x.ts', uriBaseId: '%SRCROOT%' },
          region: { startLine: 4 },
        },
        logicalLocations: [{ name: 'GET /x', fullyQualifiedName: 'GET /x', kind: 'resource' }],
      },
    ]
    expect(results).to.deep.equal([
      {
        ruleId: 'key.prefix',
        ruleIndex: 0,
        locations,
        partialFingerprints: { 'svcScenario/v1': 'kp-1:541a2d0d' },
        suppressions: undefined,
      },
      {
        ruleId: 'key.empty',
        ruleIndex: 1,
        locations,
        partialFingerprints: { 'svcScenario/v1': 'ke-1:541a2d0d' },
        suppressions: [{ kind: 'external', status: 'accepted', justification: 'ticket 812' }],
      },
    ])
    expect(runs[0]?.tool.driver.rules[0]).to.deep.include({ id: 'key.prefix', name: 'KeyPrefix' })
    expect(JSON.stringify(runs[0]?.tool.driver.rules[0])).to.contain('external/cwe/cwe-287')
  })

  it('a SARIF result has the request and the answer of its finding, whatever was sent after it', async () => {
    const events = SMALL_RUN.map((event) => {
      if (event.type !== 'scenario.ended') return event
      const exchanges = event.verdict.exchanges.flatMap((one) => [one, { ...one, target: '/after', status: 401 }])
      return { ...event, verdict: { ...event.verdict, exchanges } }
    })
    const { runs } = (await read('sarif', events)) as { runs: { results: Record<string, unknown>[] }[] }
    expect(runs[0]?.results.map(({ webRequest, webResponse }) => [webRequest, webResponse])).to.deep.equal([
      [
        { protocol: 'HTTP', version: '1.1', method: 'GET', target: '/x?a=1', headers: { Cookie: 'a=b' } },
        {
          protocol: 'HTTP',
          version: '1.1',
          statusCode: 200,
          headers: { 'content-type': 'text/plain' },
          body: { text: HOSTILE },
          properties: { contentType: 'text/plain' },
        },
      ],
      [undefined, undefined],
    ])
  })

  it('every event is a line of NDJSON, written at once, and so is each cause', async () => {
    const lines = (await writeReport('ndjson', SMALL_RUN)).trimEnd().split('\n')
    const events = lines.map((line) => JSON.parse(line) as { readonly type: string; readonly scenarios?: unknown })
    expect(events.filter(({ type }) => type !== 'cause.found')).to.deep.equal(SMALL_RUN)
    expect(events.flatMap(({ type, scenarios }) => (type === 'cause.found' ? scenarios : []))).to.deep.equal(['kp-1'])
  })
})
