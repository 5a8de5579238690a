import { plural } from '../../base/plural.ts'
import type { Fault, FaultWord } from './fault.ts'
import { describePlace, exampleOf } from './place-text.ts'
import type { Place } from './refusal.ts'

/** A fault as the rest of a sentence, and what to do as a sentence. */
export type Said = readonly [what: string, fix: string]

/** A fault for people. One of a kind from outside is its own word. */
export function describeFault(fault: Fault | { readonly fault: 'malformed' }, place: Place): Said {
  const say = (TEXTS as Partial<Record<string, Say>>)[fault.fault]
  if (say) return say(fault as Fault, place)
  return [`its kind calls it ${fault.fault.replace(/^x-/, '').replaceAll('-', ' ')}`, send(place)]
}

type Say = (fault: Fault, place: Place) => Said

const TEXTS: Readonly<Record<FaultWord | 'malformed', Say>> = {
  malformed: (_, place) => ['it is there and malformed, by the rules of its kind', send(place)],
  absent: (_, place) => [
    place.in === 'session'
      ? 'there is no such cookie'
      : place.in === 'authorization'
        ? 'there is no such header'
        : 'it is not there',
    send(place),
  ],
  'other-scheme': ({ scheme, length = 0 }, place) => [
    scheme
      ? `Authorization has the scheme ${scheme}`
      : `Authorization begins with another word of ${plural(length, 'character')}`,
    send(place),
  ],
  'no-scheme': ({ length = 0 }, place) => [
    `Authorization is one word of ${plural(length, 'character')} without a scheme`,
    `Write ${schemeOf(place)} and a space before it.`,
  ],
  joined: (_, place) => [
    `what follows ${schemeOf(place)} is joined to it`,
    `Write one space after ${schemeOf(place)}.`,
  ],
  empty: (_, place) => [
    place.in === 'authorization' ? `nothing follows ${schemeOf(place)}` : 'it is there and empty',
    'Is the variable empty that holds it?',
  ],
  repeated: ({ times = 2 }) => [`it is there ${times} times`, 'Send it once.'],
  'scheme-twice': (_, place) => [
    `${schemeOf(place)} is written twice`,
    `Write it once; a field for tokens adds it by itself.`,
  ],
  'not-a-token': ({ position }) => [
    `character ${position} of the token is a blank or not visible ASCII`,
    'Send the token alone, without blanks, line breaks or names.',
  ],
  'not-base64': ({ position }) => [`character ${position} of the credentials is not base64`, ENCODE],
  base64url: ({ position }) => [`character ${position} of the credentials belongs to base64url`, ENCODE],
  'no-padding': ({ length = 0 }) => [
    `the credentials have ${plural(length, 'character')}, and base64 comes in fours, filled up with =`,
    ENCODE,
  ],
  'spare-bits': () => ['the last character of the base64 text holds bits that belong to nothing', ENCODE],
  'not-utf8': () => ['user name and password are not UTF-8', ENCODE],
  'control-character': ({ position }) => [
    `character ${position} of user name and password is a control character`,
    'A line break at the end comes from echo without -n.',
  ],
  'no-colon': () => ['there is no colon in what the base64 text says', ENCODE],
  'no-user-and-password': () => ['user name and password are empty', 'Are the variables empty that hold them?'],
  'not-decodable': () => ['its percent-encoding is broken', 'Encode the key with encodeURIComponent.'],
  placeholder: ({ length = 0 }) => [
    `what was sent is a placeholder of ${plural(length, 'character')}, such as undefined or {{token}}`,
    'The variable that holds the credential is not set or not filled in.',
  ],
  quoted: () => ['what was sent stands in quotation marks', 'Send it without them.'],
  wrong: (_, place) => ['the function did not accept it', send(place)],
  'no-user': () => ['the session is valid, and loadUser did not find its user', 'Log in as a user that exists.'],
  'not-a-session': () => ['it is not a session of this kind of server', LOG_IN],
  'other-secret': () => [
    'it was sealed with another SVC_SESSION_SECRET than those of this server',
    'Log in again, or list the older secret after the new one.',
  ],
  tampered: () => ['it was changed after it was sealed', LOG_IN],
  expired: ({ seconds = 0 }) => [`the session expired ${ago(seconds)}`, LOG_IN],
  idle: ({ seconds = 0 }) => [`the session was last used ${ago(seconds)}, longer than idleTimeout allows`, LOG_IN],
  ended: () => ['the session was ended by a logout', LOG_IN],
  'token-form': () => ['it is not a signed token: three parts of base64url with dots between', ANOTHER_TOKEN],
  'token-encrypted': () => ['the token is encrypted', 'Have the issuer sign it and not encrypt it.'],
  'token-header': () => ['its header has crit, b64 or cty, which are not supported', ANOTHER_TOKEN],
  'token-algorithm': () => ['its algorithm is not one that the keys allow', ANOTHER_TOKEN],
  'token-type': () => ['its header has another typ than is taken', 'Send an access token, or change the option typ.'],
  'token-key': () => ['no key of the issuer has the kid and the algorithm of the token', ANOTHER_TOKEN],
  'token-signature': () => ['its signature is not by a key of the issuer', ANOTHER_TOKEN],
  'token-claims': () => ['its payload is not an object of claims, or a time in it is not a number', ANOTHER_TOKEN],
  'token-issuer': () => ['another issuer made it', 'Get one from the issuer that the option issuer names.'],
  'token-audience': () => ['it is meant for another audience', 'Ask the issuer for one whose aud is that of this API.'],
  'token-expired': ({ seconds = 0 }) => [`it expired ${ago(seconds)}`, 'Get a new one.'],
  'token-early': ({ seconds = 0 }) => [
    `it is valid in ${plural(seconds, 'second')} only`,
    'Compare the clocks of the issuer and of this machine.',
  ],
  'token-endless': () => ['it has no exp, and would be valid for ever', 'Have the issuer write one.'],
  'token-for-client': () => [
    'it is an ID token, which shows a client who logged in',
    'Send the access token of the same answer.',
  ],
  'token-schema': () => ['it is right, and the schema of the option claims refused what it says', ANOTHER_TOKEN],
  'token-no-user': () => ['it is right, and the function map found no user for it', 'Ask as a user that exists.'],
}

const ANOTHER_TOKEN = 'Send an access token of the issuer, whole.'

const ENCODE = 'Send the base64 of user:password (RFC 4648 section 4), as curl -u user:password does.'
const LOG_IN = 'Log in again.'

function send(place: Place): string {
  return exampleOf(place)
}

function schemeOf(place: Place): string {
  return place.in === 'authorization' ? place.scheme : describePlace(place)
}

function ago(seconds: number): string {
  if (seconds < 120) return `${plural(seconds, 'second')} ago`
  if (seconds < 7_200) return `${Math.round(seconds / 60)} minutes ago`
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} hours ago` : `${Math.round(seconds / 86_400)} days ago`
}
