import { make, makeButton } from './dom.ts'
import type { Page } from './page-state.ts'
import type { Plan } from './plan.ts'
import type { Shown } from './dom.ts'
import type { OperationFacts } from './schemes.ts'
import { logOut } from './session.ts'

/** The browser keeps no such login for itself: what it was typed for is its whole origin. */
const BASIC_ALONG = 'The Basic login of this page goes along: the browser adds it to every call with cookies.'

const WHY = {
  own: ': the browser adds it to every call with a cookie',
  answer: ': without cookies the browser would take none from the answer',
} as const

/** Whether the session that the browser holds goes along with a call, and a way to leave it out. */
export function makeAlong(facts: OperationFacts, page: Page): Shown {
  const text = make('span', {})
  const leave = makeButton('Log out for this', () => page.vault.leaveOut(facts.id, true))
  const send = makeButton('Send it again', () => page.vault.leaveOut(facts.id, false))
  const end = makeButton('Log out', () => void logOut(page))
  const element = make('div', { className: 'svc-along', 'aria-live': 'polite' }, text, leave, send, end)
  return {
    element,
    update() {
      const plan = page.plan(facts)
      const hasBasic = page.carriesBasic(plan)
      element.hidden = plan.session === 'none' && !hasBasic
      const session = describeSession(plan, ownerOf(page))
      text.textContent = [session, hasBasic ? BASIC_ALONG : ''].filter(Boolean).join(' ')
      send.hidden = plan.session !== 'left-out'
      const isForced = plan.needs !== undefined
      leave.hidden = isForced || (plan.session !== 'sent' && plan.session !== 'along')
      // A session that the operation takes itself has its own row, with such a button.
      end.hidden =
        plan.session === 'none' ||
        !isForced ||
        plan.ways.some(({ schemes }) => schemes.some(({ kind }) => kind === 'session'))
    },
  }
}

/** The words for a session: `the session of ann`. */
export function ownerOf({ vault }: Page): string {
  const name = vault.login?.name
  return name === undefined ? 'your session' : `the session of ${name}`
}

function describeSession({ session, needs }: Plan, owner: string): string {
  switch (session) {
    case 'none':
      return ''
    case 'sent':
      return `It is ${owner}.`
    case 'left-out':
      return `${owner[0]?.toUpperCase()}${owner.slice(1)} is left out.`
    case 'along': {
      return `${owner[0]?.toUpperCase()}${owner.slice(1)} goes along${needs === undefined ? '' : WHY[needs]}.`
    }
  }
}
