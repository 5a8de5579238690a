import type { SvcAPI } from '../api/api.ts'
import type { Config } from '../api/config.ts'
import type { AuthInput } from '../auth/infer.ts'
import type { Operation } from '../model/operation.ts'

/** A project out of a build. */
export interface BuiltProject {
  readonly api: SvcAPI<AuthInput | undefined>
  readonly config: Config
  /** Before every path: `/api`, or empty. */
  readonly base: string
  readonly operations: readonly Operation[]
  /** Whether the reference page is part of the build. */
  readonly hasPage: boolean
}
