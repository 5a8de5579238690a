import type { Locator, Page } from 'playwright-core'
import { type Received, SECRET } from '../../server/openapi/testdata/demo.ts'

/** The actions of a person on a page, counted: clicks, and keys other than those that type. */
export class Hands {
  readonly page: Page
  count = 0

  constructor(page: Page) {
    this.page = page
  }

  async click(target: Locator): Promise<void> {
    this.count++
    await target.click()
  }

  async press(key: string): Promise<void> {
    this.count++
    await this.page.keyboard.press(key)
  }

  /** Types where the focus is. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text)
  }
}

/** An operation of the application. */
export interface Target {
  /** Below `/api`. */
  readonly path: string
  readonly summary: string
  readonly method?: string
}

/** One line of the table. */
export interface Kind extends Target {
  readonly name: string
  /** Names of the schemes to fill, with what is typed into their fields. */
  readonly fill: Readonly<Record<string, readonly string[]>>
  /** Who logs in, where it takes a session. */
  readonly user?: string
  /** Whether the credential reached the server. */
  arrives(received: Received): boolean
}

/** A reference page. */
export interface Tool {
  readonly name: string
  /** Where it is served, and what it is made of besides the application: files of packages, or markup. */
  readonly path: string
  readonly files: Readonly<Record<string, string>>
  ready(page: Page): Promise<void>
  /** Absent where it shows operations and sends nothing. */
  readonly client?: Client
}

/** The part of a reference page that sends requests. */
export interface Client {
  /** From the loaded page to the answer. */
  call(hands: Hands, kind: Kind): Promise<void>
  /** Gives a header key where the tool has a place for it, and logs in. */
  fillEverything(hands: Hands): Promise<void>
  callAgain(hands: Hands, target: Target): Promise<void>
}

const hasKey = ({ key }: Received): boolean => key === SECRET
const hasSession = ({ cookie }: Received): boolean => cookie?.includes('svc-session=') === true
const hasAuthorization = ({ authorization }: Received): boolean => authorization !== undefined

export const KINDS: readonly Kind[] = [
  { name: 'public', path: '/public', summary: 'Public', fill: {}, arrives: () => true },
  { name: 'bearer', path: '/bearer', summary: 'Bearer', fill: { Token: [SECRET] }, arrives: hasAuthorization },
  { name: 'basic', path: '/basic', summary: 'Basic', fill: { Basic: ['admin', SECRET] }, arrives: hasAuthorization },
  {
    name: 'key in the query',
    path: '/query',
    summary: 'Query key',
    fill: { QueryKey: [SECRET] },
    arrives: ({ target }) => target.includes('api_key=v1'),
  },
  { name: 'key in a header', path: '/header', summary: 'Header key', fill: { HeaderKey: [SECRET] }, arrives: hasKey },
  {
    name: 'key in a cookie',
    path: '/cookie',
    summary: 'Cookie key',
    fill: { CookieKey: [SECRET] },
    arrives: ({ cookie }) => cookie?.includes('X-API-KEY=v1') === true,
  },
  { name: 'session', path: '/pets', summary: 'Pets', fill: {}, user: 'ann', arrives: hasSession },
  {
    name: 'session of a superuser',
    path: '/admin/users',
    summary: 'Users',
    fill: {},
    user: 'root',
    arrives: hasSession,
  },
  {
    name: 'one of a list',
    path: '/either',
    summary: 'Either key',
    fill: { QueryKey: [SECRET] },
    arrives: ({ target }) => target.includes('api_key=v1'),
  },
  {
    name: 'all of two',
    path: '/both',
    summary: 'Both',
    fill: { Token: [SECRET], HeaderKey: [SECRET] },
    arrives: (received) => hasKey(received) && hasAuthorization(received),
  },
  { name: 'optional, used', path: '/maybe', summary: 'Maybe', fill: { Token: [SECRET] }, arrives: hasAuthorization },
  { name: 'custom check', path: '/custom', summary: 'Custom', fill: {}, arrives: () => true },
]
