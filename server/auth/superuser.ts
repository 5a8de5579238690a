import type { AuthRequest } from '../http/request.ts'
import type { SessionUser } from '../base/registry.ts'
import type { LeafDescription } from '../model/description.ts'
import { SessionAuth } from './session-auth.ts'

class FwAuthSuperuser extends SessionAuth {
  override readonly name: string = 'fwAuthSuperuser'

  override describe(): LeafDescription {
    return { ...super.describe(), superuser: true }
  }

  override authenticate(
    _request: AuthRequest,
    user: SessionUser,
  ): (SessionUser & { readonly isSuperuser: true }) | undefined {
    return isSuperuser(user) ? user : undefined
  }
}

/** Passes for a valid session of a user whose `isSuperuser` is exactly `true`; any other request is 401. */
export const fwAuthSuperuser: SessionAuth & {
  authenticate(request: AuthRequest, user: SessionUser): (SessionUser & { readonly isSuperuser: true }) | undefined
} = new FwAuthSuperuser()

function isSuperuser(user: SessionUser): user is SessionUser & { readonly isSuperuser: true } {
  return Object.hasOwn(user, 'isSuperuser') && user.isSuperuser === true
}
