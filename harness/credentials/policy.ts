import type { FixtureFile } from './define.ts'
import { ANY, choice, object, published } from './value-checks.ts'

type Policy = NonNullable<FixtureFile['policy']>

/** The policy of fixtures. */
export const POLICY: ReturnType<typeof object<Policy>> = object<Policy>({
  undeclared: choice<NonNullable<Policy['undeclared']>>(ANY, { fail: true, allow: true }),
  challenge: choice<NonNullable<Policy['challenge']>>(ANY, { always: true, never: true }),
  hideExistence: published(ANY, { type: 'boolean' }),
  limits: published(ANY, {
    anyOf: [
      { type: 'integer', minimum: 4 },
      { type: 'object', additionalProperties: false, required: ['off'], properties: { off: { type: 'string' } } },
    ],
  }),
})
