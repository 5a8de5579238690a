import type { ScenarioFacts } from '../model/scenario.ts'

/** One rule of a SARIF log: what a scenario looks for, and what to do when it is found. */
export interface SarifRule {
  readonly id: string
  readonly name: string
  readonly shortDescription: { readonly text: string }
  readonly fullDescription: { readonly text: string }
  readonly help: { readonly text: string; readonly markdown: string }
  readonly defaultConfiguration: { readonly level: 'error' }
  readonly relationships: readonly unknown[]
  readonly properties: Readonly<Record<string, unknown>>
}

/** The rule of a scenario. All scenarios of one name share one. */
export function ruleOf({ name, family, title, cause, cwe, expect }: ScenarioFacts): SarifRule {
  const short = `${title.charAt(0).toUpperCase()}${title.slice(1)}`
  return {
    id: name,
    name: pascalCase(name),
    shortDescription: { text: `${short}.` },
    fullDescription: { text: `${short}, ${MUST[expect]}. When it does not, the cause is most often this: ${cause}.` },
    help: {
      text: `${short}, ${MUST[expect]}.\nCause seen most often: ${cause}.\nWeakness: CWE-${cwe}.`,
      markdown: `**${short}**, ${MUST[expect]}.\n\nCause seen most often: ${cause}.\n\nWeakness: CWE-${cwe}. Family of scenarios: \`${family}\`.`,
    },
    defaultConfiguration: { level: 'error' },
    relationships: [
      { target: { id: String(cwe), index: 0, toolComponent: { name: 'CWE', index: 0 } }, kinds: ['relevant'] },
    ],
    properties: {
      tags: ['security', 'authentication', `external/cwe/cwe-${String(cwe).padStart(3, '0')}`],
      precision: 'very-high',
      'problem.severity': 'error',
      'security-severity': severityOf(expect),
    },
  }
}

const MUST: Readonly<Record<ScenarioFacts['expect'], string>> = {
  allow: 'must be let through, once, as the right principal',
  deny: 'must be refused with 401 before the handler runs',
  forbid: 'must be refused with 403 before the handler runs',
  norun: 'must not run the handler',
  parser: 'must be refused before the handler runs',
  handled: 'must be answered by the registered exception handler',
  broken: 'must end in a 500 that discloses nothing, without running the handler',
  unavailable: 'must end in a 503, without running the handler',
  public: 'must be answered without a credential',
  issued: 'must be answered with a session of its own',
  'refused-login': 'must not be answered with a session',
  described: 'must be what its declaration and its answer say',
  apart: 'must give nothing away that is of another user, and change nothing of theirs',
  answered: 'must be answered without a server error',
}

/** On the scale of CVSS, as code scanning sorts by it: a request let through weighs more than a good one refused. */
function severityOf(expect: ScenarioFacts['expect']): string {
  if (
    expect === 'deny' ||
    expect === 'forbid' ||
    expect === 'norun' ||
    expect === 'parser' ||
    expect === 'refused-login' ||
    expect === 'apart'
  )
    return '9.1'
  return expect === 'broken' || expect === 'handled' || expect === 'unavailable' ? '7.5' : '5.3'
}

function pascalCase(name: string): string {
  return name.replace(/(?:^|[^a-z0-9]+)([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase())
}
