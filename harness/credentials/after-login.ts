import { HarnessError } from '../model/failure.ts'
import type { LoginStep, RefreshFixture, RevokeFixture } from './define.ts'
import { ANY, type Check, complete, described, needed, published } from './value-checks.ts'

type AfterLogin = Required<Pick<LoginStep, 'renewAfter' | 'refresh' | 'revoke'>>

/** The checks of the steps that follow a login. */
export function afterLogin(request: Check, take: Check): { readonly [Name in keyof AfterLogin]: Check } {
  const step = complete<RefreshFixture>({ request: needed(request), token: needed(take) })
  return {
    renewAfter: published(ANY, { type: 'number', exclusiveMinimum: 0 }),
    refresh: {
      ...described(step, 'With {refresh} in its request where the refresh token of the login stands.'),
      judge(value, place) {
        if (typeof value !== 'number') return step.judge(value, place)
        const what = `${place}: seconds after which the login is repeated have another name.`
        const fix = `Write renewAfter: ${value}; refresh is the request that gives a new token.`
        throw new HarnessError('SVC_FIXTURE_TYPE', `${what} ${fix}`)
      },
    },
    revoke: described(complete<RevokeFixture>({ request: needed(request) }), 'Ends the refresh token: {refresh}.'),
  }
}
