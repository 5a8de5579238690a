import { readClaims } from '../text/token.ts'
import { foldName, ID_NAMES, isSecretName, isTime, leavesOfJson } from '../ask/values.ts'
import type { User } from '../ask/users.ts'

/** Claims about the token and its issuer, or of one login (RFC 7519, section 4.1; OpenID Connect Core, section 2). */
const ABOUT_THE_TOKEN =
  /^(?:iss|aud|exp|nbf|iat|jti|azp|typ|type|nonce|authtime|acr|amr|sid|session(?:id)?|athash|chash|scope|scp|kid|cid|clientid|role|roles)$/

/** Claims in which tokens have the record of the user. */
const OF_USER = /user|account|member|customer|profile|person|identity/

/** The claims by which tokens say who a user is: `user_id`, `sub`, `email`. A subject stands for an id, too. */
export function claimsOf({ credentials }: User): readonly { readonly name: string; readonly value: string }[] {
  const tokens = credentials.flatMap(({ value }) =>
    'value' in value && typeof value.value === 'string' ? value.value : [],
  )
  return tokens.flatMap((token) =>
    leavesOfJson(readClaims(token)).flatMap(({ name, pointer, value }) => {
      const around = foldName(pointer.slice(0, -name.length))
      // The id of a tenant is that of some user as well.
      if (ID_NAMES.has(foldName(name)) && around !== '' && !OF_USER.test(around)) return []
      const isKept =
        typeof value !== 'boolean' &&
        value !== '' &&
        !isTime(value) &&
        !isSecretName(name) &&
        !ABOUT_THE_TOKEN.test(foldName(name))
      if (!isKept) return []
      const claim = { name, value: String(value) }
      return name === 'sub' ? [claim, { name: 'id', value: claim.value }] : [claim]
    }),
  )
}
