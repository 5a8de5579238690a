import { complete, described, listOf, PLAIN_TEXT, recordOf } from './value-checks.ts'

/** Members of answers and bodies, by name. */
export interface FieldsFixture {
  /** No answer may hold them, whatever the credential: `passwordHash`. */
  readonly private?: readonly string[]
  /** By operation, the members of a body that are not written, although answers hold them: `isSuperuser`. */
  readonly readOnly?: Readonly<Record<string, readonly string[]>>
}

const NAMES = listOf(PLAIN_TEXT)

/** The description of the fields of fixtures. */
export const FIELD_RULES: ReturnType<typeof complete<FieldsFixture>> = complete<FieldsFixture>({
  private: described(NAMES, 'Members that no answer may hold.'),
  readOnly: described(recordOf(NAMES, ', '), 'By operation, members of a body that it must not write.'),
})
