import { createRequire } from 'node:module'
import Ajv, { type ValidateFunction } from 'ajv'
import { expect } from 'chai'
import type { RunEvent } from '../model.ts'
import { recordRun } from './testdata/recorded-run.ts'
import { HOSTILE, SMALL_RUN } from './testdata/small-run.ts'
import { writeReport } from './testdata/write-report.ts'

const require = createRequire(import.meta.url)

/** The official schemas, as packages bring them. */
const VALIDATORS: Readonly<Record<'sarif' | 'har', ValidateFunction>> = { sarif: compileSarif(), har: compileHar() }

function compileSarif(): ValidateFunction {
  const ajv = new Ajv({ schemaId: 'auto', allErrors: true })
  ajv.addMetaSchema(require('ajv/lib/refs/json-schema-draft-04.json') as object)
  return ajv.compile(require('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json') as object)
}

function compileHar(): ValidateFunction {
  const ajv = new Ajv({ allErrors: true })
  ajv.addMetaSchema(require('ajv/lib/refs/json-schema-draft-06.json') as object)
  ajv.addSchema(Object.values(require('har-schema') as Record<string, object>))
  return ajv.getSchema('har.json') as ValidateFunction
}

async function read(format: string, events: readonly RunEvent[]): Promise<unknown> {
  return JSON.parse(await writeReport(format, events))
}

async function faultsOf(format: 'sarif' | 'har', document: unknown): Promise<unknown> {
  const validate = VALIDATORS[format]
  await validate(document)
  return validate.errors ?? []
}

describe('SARIF and HAR', () => {
  for (const format of ['sarif', 'har'] as const) {
    it(`${format} of a real run fits its schema`, async () => {
      const { events } = await recordRun()
      expect(await faultsOf(format, await read(format, events))).to.deep.equal([])
    })

    it(`${format} fits its schema whatever an application answers`, async () => {
      expect(await faultsOf(format, await read(format, SMALL_RUN))).to.deep.equal([])
    })

    it(`${format} of a run that was cut short fits its schema`, async () => {
      expect(await faultsOf(format, await read(format, SMALL_RUN.slice(0, 5)))).to.deep.equal([])
    })

    it(`${format} is held to its schema`, async () => {
      expect(await faultsOf(format, { version: '2.1.0', runs: [{}], log: {} })).not.to.deep.equal([])
    })
  }

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

  it('a HAR entry says which scenario it belongs to and what the server did', async () => {
    const { log } = (await read('har', SMALL_RUN)) as {
      log: { entries: { _svc: unknown; startedDateTime: string; request: unknown }[] }
    }
    const [entry] = log.entries
    expect({ at: entry?.startedDateTime, request: entry?.request, svc: entry?._svc }).to.deep.equal({
      at: '2026-03-04T05:06:07.099Z',
      request: {
        method: 'GET',
        url: 'http://127.0.0.1:4000/x?a=1',
        httpVersion: 'HTTP/1.1',
        cookies: [{ name: 'a', value: 'b' }],
        headers: [
          { name: 'Host', value: 'h' },
          { name: 'Cookie', value: 'a=b' },
        ],
        queryString: [{ name: 'a', value: '1' }],
        headersSize: -1,
        bodySize: 0,
      },
      svc: {
        id: 'v-1',
        scenario: 'valid',
        title: 'a key with its last character cut off',
        route: 'GET /x',
        step: 0,
        expect: 'allow',
        outcome: 'passed',
        target: '/x?a=1',
        handlerRuns: 1,
        auth: HOSTILE,
        calls: [{ authenticator: 'Token', outcome: 'passed', detail: 'string', duration: 0.2 }],
      },
    })
  })

  it('every event is a line of NDJSON, written at once', async () => {
    const lines = (await writeReport('ndjson', SMALL_RUN)).trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line) as unknown)).to.deep.equal(SMALL_RUN)
  })

  it('CTRF counts every outcome', async () => {
    const { results } = (await read('ctrf', SMALL_RUN)) as {
      results: { summary: unknown; tests: { status: string }[] }
    }
    const start = Date.parse('2026-03-04T05:06:07.089Z')
    expect(results.summary).to.deep.equal({
      tests: 5,
      passed: 1,
      failed: 1,
      pending: 0,
      skipped: 2,
      other: 1,
      suites: 1,
      start,
      stop: start + 1_234,
    })
    expect(results.tests.map(({ status }) => status)).to.deep.equal(['passed', 'failed', 'other', 'skipped', 'skipped'])
  })
})
