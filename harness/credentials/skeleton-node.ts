import type { UserMember } from './session-user.ts'

/** The kind of a {@link Node}; no data of a document has a member of this name. */
export const NODE: unique symbol = Symbol('node of a skeleton')

/** A value that JSON does not have: each format writes it in its own way. */
export type Node =
  | { readonly [NODE]: 'secret'; readonly variable: string }
  | {
      readonly [NODE]: 'session'
      readonly user: string
      readonly isSuperuser: boolean
      /** `undefined` where they are not known. */
      readonly members: readonly UserMember[] | undefined
    }
  /** A record that the reader has to fill in, and what may stand in it. */
  | { readonly [NODE]: 'blank'; readonly hint?: string }
  | { readonly [NODE]: 'commented'; readonly value: unknown; readonly comment: string }

/** The node that a value is, if it is one. */
export function findNode(value: unknown): Node | undefined {
  return typeof value === 'object' && value !== null && NODE in value ? (value as Node) : undefined
}

/** The nodes anywhere in a value, in the order of its text. */
export function nodesOf(value: unknown): readonly Node[] {
  if (typeof value !== 'object' || value === null) return []
  return [findNode(value) ?? [], ...Object.values(value).map(nodesOf)].flat()
}

/** A variable of the environment. */
export function secret(variable: string): Node {
  return { [NODE]: 'secret', variable }
}

/** To be filled in. */
export function blank(hint?: string): Node {
  return { [NODE]: 'blank', ...(hint === undefined ? {} : { hint }) }
}

/** A value with a comment behind it. */
export function commented(value: unknown, comment: string): Node {
  return { [NODE]: 'commented', value, comment }
}
