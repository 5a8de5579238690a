import { BASIC, BEARER, type Carrier, hasAuthorizationScheme, isPair } from '../model/carrier.ts'
import type { AuthDescription, LeafDescription, SecurityScheme } from '../model/description.ts'
import { type Alternative, alternativesOf, hasScheme, type ScopedLeaf } from './alternatives.ts'
import type { SecurityRequirement } from './specification.ts'

/** Scalar clips the label of a scheme beyond this length. */
const LABEL_LENGTH = 12

/** A scheme of the document and the authenticator that it stands for. */
export interface NamedScheme {
  readonly name: string
  readonly scheme: SecurityScheme
  readonly authenticator: LeafDescription
}

/** The facts that the scheme of a session shows. */
export interface SessionFacts {
  readonly cookieName: string
  /** How to get a session, as a sentence. */
  readonly hint: string
}

/** The security schemes of a document: one for each authenticator, those that describe themselves alike being one. */
export class SchemeTable {
  readonly #byIdentity: ReadonlyMap<string, NamedScheme>

  /** Names are given in the order of the descriptions, those of every operation's auth. */
  constructor(descriptions: readonly AuthDescription[], session: SessionFacts) {
    const leaves = new Map<string, LeafDescription>()
    const scopes = new Map<string, readonly string[]>()
    for (const { scopes: asked = [], ...leaf } of descriptions.flatMap(schemedLeaves)) {
      const identity = identityOf(leaf)
      leaves.set(identity, leaf)
      scopes.set(identity, [...new Set([...(scopes.get(identity) ?? []), ...asked])])
    }
    const names = nameAll([...leaves.values()])
    this.#byIdentity = new Map(
      [...leaves].map(([identity, leaf], index) => {
        const scheme = withScopes(schemeOf(leaf, session), scopes.get(identity) ?? [])
        return [identity, { name: names[index] as string, scheme, authenticator: leaf }]
      }),
    )
  }

  /** In the order in which operations first use them. */
  all(): readonly NamedScheme[] {
    return [...this.#byIdentity.values()]
  }

  /**
   * The `security` of an operation. A callable without a scheme cannot be written: alternatives that hold nothing else
   * are left out, and where none remain the answer is `undefined`, since `[]` would call the operation public.
   */
  requirementsOf(description: AuthDescription): readonly SecurityRequirement[] | undefined {
    const written = alternativesOf(description)
      .map((alternative) => ({ alternative, schemed: alternative.filter(hasScheme) }))
      .filter(({ alternative, schemed }) => schemed.length > 0 || alternative.length === 0)
      .map(({ schemed }) => this.#requirementOf(schemed))
    if (written.length === 0) return undefined
    const distinct = new Map(written.map((one) => [keyOf(one), one]))
    return [...distinct.values()]
  }

  /** Scopes of guards around a token, by its scheme. */
  #requirementOf(leaves: Alternative): SecurityRequirement {
    const scopes: Record<string, readonly string[]> = {}
    for (const leaf of leaves) {
      const name = this.nameOf(leaf)
      scopes[name] = [...new Set([...(scopes[name] ?? []), ...(leaf.scopes ?? [])])]
    }
    return scopes
  }

  /** The name of its scheme; its own where it has no scheme. */
  nameOf(leaf: LeafDescription): string {
    return this.#byIdentity.get(identityOf(leaf))?.name ?? leaf.name
  }
}

/** The same for requirements that differ in the order of their names alone. */
function keyOf(requirement: SecurityRequirement): string {
  return JSON.stringify(Object.entries(requirement).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function schemedLeaves(description: AuthDescription): readonly ScopedLeaf[] {
  return alternativesOf(description).flat().filter(hasScheme)
}

function identityOf({ scopes: _scopes, ...leaf }: ScopedLeaf): string {
  return JSON.stringify(Object.entries(leaf).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** The flows of OAuth list the scopes that the guards name, beside those that are described (OpenAPI 3.1 section 4.8.28). */
function withScopes(scheme: SecurityScheme, scopes: readonly string[]): SecurityScheme {
  if (scheme.type !== 'oauth2') return scheme
  const named = Object.fromEntries(scopes.map((scope) => [scope, '']))
  const flows = Object.entries(scheme.flows).map(([name, flow]) => {
    const known = (flow as { readonly scopes?: object } | null)?.scopes
    return [name, { ...(flow as object), scopes: { ...named, ...known } }]
  })
  return { ...scheme, flows: Object.fromEntries(flows) }
}

/** The first to ask for a name has it; a later one gets a number that is not taken. */
function nameAll(leaves: readonly LeafDescription[]): readonly string[] {
  const wanted = leaves.map(labelOf)
  const taken = new Set<string>()
  return wanted.map((label) => {
    const length = label.length > LABEL_LENGTH ? label.length : LABEL_LENGTH - 1
    let name = label
    for (let n = 2; taken.has(name) || (name !== label && wanted.includes(name)); n++) {
      name = `${label.slice(0, length)}${n}`
    }
    taken.add(name)
    return name
  })
}

/** A name that the components object allows, whole if it is short, else its leading words. */
function labelOf(leaf: LeafDescription): string {
  const name = leaf.name.replace(/[^\w.-]+/g, '_') || leaf.kind
  if (name.length <= LABEL_LENGTH) return name
  if (leaf.superuser) return 'superuser'
  const words = name.replace(/(Authenticator|Authentication|Auth)$/, '').split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[_.-])/)
  let label = ''
  for (const word of words) {
    if (label.length + word.length > LABEL_LENGTH) break
    label += word
  }
  return label.replace(/[_.-]+$/, '') || name
}

function schemeOf(leaf: LeafDescription, session: SessionFacts): SecurityScheme {
  const { carrier, scheme } = leaf
  if (scheme !== undefined) return scheme
  const describe = (how: string): string => [leaf.description, how].filter(Boolean).join(' ')
  switch (carrier.in) {
    case 'authorization':
      return { type: 'http', scheme: writeScheme(carrier), description: describe(formatAuthorization(carrier)) }
    case 'header':
    case 'query':
    case 'cookie':
      return { type: 'apiKey', ...carrier, description: describe(`Sent as ${PLACES[carrier.in]} \`${carrier.name}\`.`) }
    case 'session': {
      const how = `${session.hint}${leaf.superuser ? ' Only superusers pass.' : ''}`
      return { type: 'apiKey', in: 'cookie', name: session.cookieName, description: describe(how) }
    }
    case 'request':
      throw new TypeError(`${leaf.name} has no security scheme`)
  }
}

/** Documents write `bearer` and `basic` in lower case; a scheme that they do not know stays as it is declared. */
function writeScheme(carrier: Extract<Carrier, { in: 'authorization' }>): string {
  const isKnown = [BEARER, BASIC].some(({ scheme }) => hasAuthorizationScheme(carrier, scheme))
  return isKnown ? carrier.scheme.toLowerCase() : carrier.scheme
}

const PLACES = { query: 'the query parameter', header: 'the header', cookie: 'the cookie' } as const

function formatAuthorization(carrier: Extract<Carrier, { in: 'authorization' }>): string {
  return isPair(carrier)
    ? 'User name and password, sent as `Authorization: Basic`.'
    : `Sent as \`Authorization: ${carrier.scheme} <token>\`.`
}
