import type { Plan } from './plan.ts'
import { isPublic, type OperationFacts } from './schemes.ts'

/**
 * A sentence about the credentials of a call. It says that nothing is sent only where the browser adds nothing either: the page may
 * not even know of a cookie that the browser holds.
 */
export function summarize(facts: OperationFacts, plan: Plan): string {
  const isBare = plan.mode === 'omit'
  if (isPublic(facts)) return isBare ? 'Public. No credential is sent.' : `Public.${ALONG}`
  const custom =
    facts.custom.length === 0
      ? ''
      : ` ${facts.custom.join(', ')} looks at the request itself${isBare ? '' : '; cookies go along'}.`
  if (facts.ways.length === 0) return `No credential to type.${custom}`
  if (plan.refusal !== undefined) return `Nothing is sent: ${plan.refusal}${custom}`
  const chosen = plan.ways.find(({ key }) => key === plan.way)
  if (!chosen || chosen.schemes.length === 0) {
    const isOpen = facts.ways.some((names) => names.length === 0)
    const nothing = isBare
      ? `No credential is sent: ${isOpen ? 'none is filled' : 'fill what is asked for'}.`
      : 'No credential is filled.'
    return `${nothing}${isOpen ? ' Anonymous requests pass.' : ''}${isBare || custom !== '' ? custom : ALONG}`
  }
  const places = chosen.schemes.map(({ name, place }) => `${name} (${place})`).join(' and ')
  return chosen.isFilled ? `Sends ${places}.${custom}` : `Sends ${places} if the browser holds it.${custom}`
}

const ALONG = ' Cookies of the browser go along.'
