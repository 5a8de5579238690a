import { join } from 'node:path/posix'

/** The part of a token of markdown-it that decides. */
export interface Token {
  readonly type: string
  children: readonly Token[] | null
  attrGet(name: string): string | null
}

/** Whether a link of a page leads to a file of the repository that the site has not. `page` is relative to `docs/`. */
export function leavesSite(page: string, target: string): boolean {
  if (/^(?:[a-z][a-z0-9+.-]*:|[/#])/i.test(target)) return false
  return join(page, '..', target).startsWith('..')
}

/** Takes the links that leave the site out of the tokens of a page; what they read stays, as text. */
export function unlinkOutside(page: string, tokens: readonly Token[]): void {
  for (const token of tokens) {
    if (!token.children) continue
    let isOutside = false
    token.children = token.children.filter((child) => {
      if (child.type === 'link_open') isOutside = leavesSite(page, child.attrGet('href') ?? '')
      const isLink = child.type === 'link_open' || child.type === 'link_close'
      return !(isLink && isOutside)
    })
  }
}
