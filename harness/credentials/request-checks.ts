import { METHODS } from '../../server/internal.ts'
import type { Take, TakeAs } from '../model/request.ts'
import { afterLogin } from './after-login.ts'
import type { FormFixture, RequestFixture } from './define.ts'
import {
  ANY,
  type Check,
  complete,
  described,
  fail,
  named,
  needed,
  object,
  PLAIN_TEXT,
  published,
  recordOf,
  REPLACED_TEXT,
  TEXT,
} from './value-checks.ts'

type KeyOf<Union> = Union extends unknown ? keyof Union & string : never

/** Texts by name. */
export const TEXTS: Check = recordOf(TEXT)

export const REQUEST: ReturnType<typeof named> = named(
  'request',
  object<RequestFixture>({
    method: published(PLAIN_TEXT, { enum: METHODS }),
    path: needed(published(REPLACED_TEXT, { pattern: '^/' })),
    headers: TEXTS,
    form: TEXTS,
    json: ANY,
    body: described(ANY, 'The same as json.'),
  }),
)

const AS_PLACES = object<Partial<Record<KeyOf<TakeAs>, string>>>({
  header: PLAIN_TEXT,
  query: PLAIN_TEXT,
  cookie: PLAIN_TEXT,
})

/** Where a credential is sent: one place. */
const AS: Check = {
  ...described(
    published(AS_PLACES, { minProperties: 1, maxProperties: 1 }),
    'Where the value is sent, if not where the document says: { header: X-Auth-Token }.',
  ),
  judge(value, place) {
    AS_PLACES.judge(value, place)
    if (Object.keys(value as object).length !== 1)
      fail(place, 'one of { header: NAME }, { query: NAME }, { cookie: NAME }', value)
  },
}

export const TAKE: ReturnType<typeof named> = named(
  'take',
  published(
    object<Partial<Record<Exclude<KeyOf<Take>, 'as'>, string>> & { readonly as?: object }>({
      json: PLAIN_TEXT,
      header: PLAIN_TEXT,
      cookie: PLAIN_TEXT,
      form: described(PLAIN_TEXT, 'A field of a form, or a meta element, of an HTML page, by its name.'),
      prefix: described(PLAIN_TEXT, 'Stands before the value where it is sent: "Token ".'),
      as: AS,
    }),
    { minProperties: 1, maxProperties: 3 },
  ),
)

/** The steps that follow a login. */
export const AFTER_LOGIN: ReturnType<typeof afterLogin> = afterLogin(REQUEST, TAKE)

/** The page with the token of `{csrf}`. */
export const CSRF: Check = described(
  complete<FormFixture>({ request: needed(REQUEST), take: needed(TAKE), header: PLAIN_TEXT }),
  'The page that holds the token for which {csrf} stands in requests.',
)
