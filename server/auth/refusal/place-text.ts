import { isPair } from '../../model/carrier.ts'
import type { FoundPlace, Place, Reader } from './refusal.ts'

/** A place, as part of a sentence: `header X-API-Key`. */
export function describePlace(place: Place): string {
  switch (place.in) {
    case 'authorization':
      return `Authorization: ${place.scheme}`
    case 'session':
      return `the session cookie ${place.name}`
    case 'request':
      return 'the request'
    default:
      return `${WORDS[place.in]} ${place.name}`
  }
}

/** How to send a credential there. */
export function exampleOf(place: Place): string {
  switch (place.in) {
    case 'authorization':
      return isPair(place)
        ? `Send Authorization: ${place.scheme} <base64 of user:password>.`
        : `Send Authorization: ${place.scheme} <token>.`
    case 'session':
      return 'Log in, and send the cookie that the login sets.'
    case 'request':
      return 'Its lines say what it looks for.'
    case 'header':
      return `Send the header ${place.name}: <key>.`
    case 'query':
      return `Send ?${place.name}=<key> in the query.`
    case 'cookie':
      return `Send the cookie ${place.name}=<key>.`
  }
}

/** The other places of the request in which something is, as the rest of a sentence; empty for no places. */
export function describeThere(places: readonly FoundPlace[]): string {
  if (places.length === 0) return ''
  return `there is ${places.map(describeFound).join(', and ')}`
}

const WORDS = { header: 'header', query: 'query parameter', cookie: 'cookie' } as const

function describeFound(place: FoundPlace): string {
  if (place.in === 'authorization')
    return place.scheme
      ? `Authorization: ${place.scheme}`
      : `an Authorization header that begins with a word of ${place.length} characters`
  if ('similarTo' in place) {
    const how = place.onlyCase
      ? 'that differs in its capitals only'
      : `with a similar name of ${place.length} characters`
    return `a ${WORDS[place.in]} ${how}`
  }
  if (place.in === 'cookie' && !place.readers && place.name.startsWith('__Host-'))
    return `the cookie ${place.name}, a session of https`
  return `the ${WORDS[place.in]} ${place.name}${describeReaders(place.readers)}`
}

function describeReaders(readers: readonly Reader[] = []): string {
  if (readers.length === 0) return ''
  return ` (which ${readers.map(({ authenticator, operation }) => `${authenticator} reads for ${operation}`).join(', ')})`
}
