import { PLACES, type Throwaway } from '../model/fixtures.ts'
import { type RequestData, withTexts } from '../model/request.ts'
import type { Answer, Maker } from './exploration.ts'
import { Mailbox } from './mailbox.ts'
import { type Mailed, sentIn } from './mailed.ts'
import { objectsHolding } from './values.ts'

/** A member beside the name of a user that is its id. */
const OF_USER = /^(?:user_?)?(?:_?id|uuid)$/i

/** Characters of a code that stands nowhere by chance. */
const LONG = 16

interface Registered {
  readonly name: string
  readonly password: string
}

/** The steps between a registration and the first login: an administrator agrees, or the user shows that a mail has come. */
export class LettingIn {
  readonly #world: Maker
  readonly #how: Throwaway
  readonly #mailbox: Mailbox | undefined
  /** Why the last user was not confirmed. */
  #failed: string | undefined
  /** Users log in without a mail: those of resets alone are read. */
  #isNeedless = false

  constructor(world: Maker, how: Throwaway) {
    this.#world = world
    this.#how = how
    this.#mailbox = how.mail && new Mailbox(how.mail)
  }

  /** Lets a registered user in, as the user of the fixtures who agrees. */
  async approve({ name, password }: Registered, { json }: Answer): Promise<void> {
    const { approve } = this.#how
    const as = approve && this.#world.users.find((user) => user.name === approve.as)
    if (approve === undefined || as === undefined) return
    const id = objectsHolding(json, name)
      .flatMap((one) => Object.entries(one).flatMap(([member, value]) => (OF_USER.test(member) ? [String(value)] : [])))
      .at(0)
    const request = fill(approve.request, { user: name, password, ...(id === undefined ? {} : { id }) })
    const answer = request.target.includes(PLACES.id) ? undefined : await this.#world.send(request, { as })
    if (answer?.isGood === true) return
    const why = answer === undefined ? 'the answer to the registration has no id for {id}' : `${answer.status}`
    this.#world.notice(`register.approve lets no user of the run in: ${why}`, 'register.approve')
  }

  /** The newest mail to a user that was not read before; `undefined` where none comes. */
  async mailTo(name: string, address: string, since: number): Promise<Mailed | undefined> {
    const read = (text: string): Mailed => sentIn(text, this.#world.routes)
    const mail = await this.#mailbox?.newest(
      { name, address, since },
      (text) => read(text).code !== undefined || read(text).link !== undefined,
    )
    const sent = mail === undefined ? undefined : read(mail)
    // Six digits may stand in any answer.
    if (sent?.code !== undefined && sent.code.length >= LONG) this.#world.hide(sent.code)
    return sent
  }

  /**
   * Opens the link of the mail that a registered user got, or sends its code.
   *
   * @param address empty where the registration has none
   * @param since when it was sent: milliseconds since 1970
   */
  async confirm({ name, password }: Registered, address: string, since: number): Promise<void> {
    if (this.#mailbox === undefined || this.#isNeedless) return
    const { confirm } = this.#how
    const mail = await this.mailTo(name, address, since)
    const { code, link } = mail ?? {}
    const request = confirm === undefined ? openingOf(link) : code && fill(confirm, { user: name, password, code })
    const answer = request ? await this.#world.send(request) : undefined
    const part = confirm === undefined ? 'link' : 'code'
    const lacks = mail === undefined ? this.#mailbox.lacks : `the mail has no ${part} that is known as one`
    // A link leads on to a page.
    const isDone = answer !== undefined && answer.status >= 200 && answer.status < 400
    this.#failed = isDone ? undefined : answer ? `the ${part} of the mail was answered ${answer.status}` : lacks
  }

  /** Notes whether the user could log in then: where nothing was confirmed, no mail is waited for again. */
  judge(isIn: boolean): void {
    if (this.#failed === undefined) return
    if (isIn) this.#isNeedless = true
    else this.#world.notice(`register.mail lets no user of the run in: ${this.#failed}`, 'register.mail')
  }
}

/** A request with values in the places of the fixtures; the place of one that is not known stays. */
export function fill(request: RequestData, given: Readonly<Partial<Record<keyof typeof PLACES, string>>>): RequestData {
  const values = Object.entries(given).map(([name, value]) => [PLACES[name as keyof typeof PLACES], value] as const)
  const put = (text: string): string => values.reduce((now, [place, value]) => now.replaceAll(place, value), text)
  const target = values.reduce((now, [place, one]) => now.replaceAll(place, encodeURIComponent(one)), request.target)
  return { ...withTexts(request, put), target }
}

/** The request of a browser in which a link is opened. */
function openingOf(link: string | undefined): RequestData | undefined {
  return link === undefined ? undefined : { method: 'GET', target: link, headers: [['Accept', '*/*']] }
}
