import type { SourcePosition } from 'svc'
import type { RequestData } from '../model/request.ts'
import type { Finding, Verdict } from '../model/verdict.ts'
import type { PlannedRoute, Reporter } from '../model/event.ts'
import type { ScenarioFacts } from '../model/scenario.ts'
import { shortHash } from '../text/hash.ts'
import type { ReportTarget } from './report-target.ts'
import { placeInRepository } from '../text/repository-place.ts'
import type { CauseGroup } from './causes.ts'
import { describeAccepted } from './accepted.ts'
import { acceptedOf, causesOf, type RunRecord, writeAtEnd } from './record.ts'
import { ruleOf } from './sarif-rule.ts'
import { TOOL } from './tool.ts'

/**
 * SARIF 2.1.0: one rule per scenario name with its CWE, one result per cause of findings at the
 * declaration of the authenticator. Accepted findings are suppressed results; what could not be decided is a notification.
 */
export function createSarif(target: ReportTarget): Reporter {
  return writeAtEnd(target, function* (record) {
    yield `${JSON.stringify(documentOf(record), null, 2)}\n`
  })
}

function documentOf(record: RunRecord): unknown {
  const verdicts = record.routes.flatMap(({ planned, verdicts }) => verdicts.map((verdict) => ({ verdict, planned })))
  const groups = new Map(causesOf(record).map((group) => [group.findings[0].scenario.id, group]))
  const reported = verdicts.filter(
    ({ verdict }) => verdict.outcome === 'ignored' || (verdict.outcome === 'failed' && groups.has(verdict.scenario.id)),
  )
  const scenarios = [...new Map(reported.map(({ verdict: { scenario } }) => [scenario.name, scenario])).values()]
  const rules = new Map(scenarios.map(({ name }, index) => [name, index]))
  const weaknesses = [...new Set(scenarios.map(({ cwe }) => cwe))].toSorted((a, b) => a - b)
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: TOOL.name,
            version: TOOL.version,
            semanticVersion: TOOL.version,
            rules: scenarios.map(ruleOf),
            supportedTaxonomies: [{ name: 'CWE', index: 0 }],
          },
        },
        taxonomies: [
          {
            name: 'CWE',
            organization: 'MITRE',
            shortDescription: { text: 'Common Weakness Enumeration' },
            taxa: weaknesses.map((cwe) => ({ id: String(cwe) })),
          },
        ],
        automationDetails: { id: `${TOOL.name}/` },
        originalUriBaseIds: { '%SRCROOT%': { description: { text: 'The root of the repository.' } } },
        invocations: [invocationOf(record)],
        columnKind: 'utf16CodeUnits',
        results: reported.map(({ verdict, planned }) =>
          resultOf(verdict, planned, rules.get(verdict.scenario.name) ?? 0, groups.get(verdict.scenario.id)),
        ),
        properties: { seed: record.setting.seed, origin: record.setting.origin, application: record.setting.title },
      },
    ],
  }
}

function invocationOf(record: RunRecord): unknown {
  const { at, summary, routes, remarks } = record
  const undecided = routes.flatMap(({ planned, verdicts }) => {
    const reasons = verdicts
      .filter(({ outcome }) => outcome === 'inconclusive')
      .map(({ reason }) => reason ?? 'inconclusive')
    return [...new Set(reasons)].map((reason) => ({
      level: 'warning',
      message: {
        text: `${planned.route.key}: ${reason} (${reasons.filter((one) => one === reason).length} scenarios)`,
      },
    }))
  })
  const warnings = remarks.map(({ kind, route, message }) => ({
    level: kind === 'warning' ? 'warning' : 'note',
    message: { text: route === undefined ? message : `${route}: ${message}` },
  }))
  const accepted = acceptedOf(record).map((group) => ({
    level: 'note',
    message: { text: `accepted: ${group.name}, ${describeAccepted(group)}` },
  }))
  return {
    // Findings are what it is for: only what kept it from its work is a failure of the tool.
    executionSuccessful: summary !== undefined && summary.exitCode < 2,
    startTimeUtc: at,
    ...(summary === undefined
      ? {}
      : {
          endTimeUtc: new Date(Date.parse(at) + summary.duration).toISOString(),
          exitCode: summary.exitCode,
          ...(summary.reason === undefined ? {} : { exitCodeDescription: summary.reason }),
        }),
    toolExecutionNotifications: [...undecided, ...accepted, ...warnings],
  }
}

function resultOf(
  verdict: Verdict,
  { route }: PlannedRoute,
  ruleIndex: number,
  group: CauseGroup | undefined,
): unknown {
  const { scenario, finding, reason } = verdict
  const physicalLocation = locationOf(finding?.position ?? route.authSource ?? route.source)
  return {
    ruleId: scenario.name,
    ruleIndex,
    kind: 'fail',
    level: 'error',
    message: {
      text:
        finding === undefined || group === undefined
          ? `${scenario.route}: ${scenario.title}.`
          : messageOf(scenario, finding, group),
    },
    locations: [
      {
        ...(physicalLocation === undefined ? {} : { physicalLocation }),
        logicalLocations: (group?.routes ?? [scenario.route]).map((name) => ({
          name,
          fullyQualifiedName: name,
          kind: 'resource',
        })),
      },
    ],
    ...relatedOf(finding?.applied),
    partialFingerprints: { 'svcScenario/v1': `${scenario.id}:${shortHash(scenario.route)}` },
    ...(finding === undefined
      ? { suppressions: [{ kind: 'external', status: 'accepted', justification: reason ?? '' }] }
      : { webRequest: webRequestOf(finding), webResponse: webResponseOf(finding) }),
    properties: {
      scenario: scenario.id,
      expect: scenario.expect,
      ...(finding === undefined ? {} : { replay: finding.replay, curl: finding.curl, auth: finding.auth }),
      ...(group === undefined
        ? {}
        : { cause: group.id, scenarios: group.findings.map(({ scenario: { id, name } }) => `${name} ${id}`) }),
    },
  }
}

function messageOf(
  scenario: ScenarioFacts,
  { sentence, sent, problems, thrown, replay }: Finding,
  { cause, findings }: CauseGroup,
): string {
  return [
    `${scenario.route}: ${sentence}`,
    `Cause: ${cause}.${findings.length > 1 ? ` ${findings.length} findings have it.` : ''}`,
    `Sent ${sent}`,
    ...problems.map(({ expected, got }) => `Expected ${expected}; got ${got}`),
    ...(thrown === undefined ? [] : [`Threw ${thrown.join(' ')}`]),
    `Again: ${replay}`,
  ].join('\n')
}

function webRequestOf({ request: { method, target, headers, body } }: Finding): unknown {
  return { protocol: 'HTTP', version: '1.1', method, target, ...messageParts(headers, body) }
}

function webResponseOf({ answer: { status, headers, body } }: Finding): unknown {
  if (status === 0) return { noResponseReceived: true }
  const type = headers.find(([name]) => name === 'content-type')?.[1]
  return {
    protocol: 'HTTP',
    version: '1.1',
    statusCode: status,
    ...messageParts(headers, body),
    ...(type === undefined ? {} : { properties: { contentType: type } }),
  }
}

function messageParts(headers: RequestData['headers'], body = ''): object {
  return { headers: Object.fromEntries(headers), ...(body === '' ? {} : { body: { text: body } }) }
}

function locationOf(position: SourcePosition | undefined): object | undefined {
  const place = placeInRepository(position)
  if (place === undefined) return undefined
  return {
    artifactLocation: { uri: encodeURI(place.file), uriBaseId: '%SRCROOT%' },
    region: { startLine: place.line },
  }
}

/** Where an authenticator that is made elsewhere is applied. */
function relatedOf(applied: SourcePosition | undefined): object {
  const physicalLocation = locationOf(applied)
  if (physicalLocation === undefined) return {}
  return { relatedLocations: [{ id: 1, physicalLocation, message: { text: 'The authenticator is applied here.' } }] }
}
