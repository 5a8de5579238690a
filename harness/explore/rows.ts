import type { RowName } from '../model/row-name.ts'
import type { Family } from '../model/scenario.ts'

/** One row that is tried after the catalogue: what it is called, and which mistake it finds. */
export interface ExploredRow {
  readonly name: RowName
  readonly family: Family
  /** A noun phrase about what is sent. */
  readonly title: string
  /** The mistake that it finds. A finding may say more of it. */
  readonly cause: string
  /** Common Weakness Enumeration id. */
  readonly cwe: number
}

// oxfmt-ignore
const rows: readonly (readonly [name: RowName, family: Family, cwe: number, title: string, cause: string])[] = [
  ['resource.other', 'resource', 639,
    'the record of one user, asked for by another',
    'whose the record is, is not compared with who asks'],
  ['resource.anonymous', 'resource', 306,
    'the record of one user, asked for without a credential',
    'the record is given to everybody who has its id'],
  ['resource.list', 'resource', 639,
    'the list of a user',
    'the list is not narrowed to the records of the user who asks'],
  ['resource.own', 'resource', 639,
    'the record of a user, asked for by its owner',
    "the record that the fixtures name is not there, or not that user's"],
  ['resource.nested', 'resource', 639,
    'a record below a record of another user',
    'a record is looked up by its own id alone, whatever it is reached through'],
  ['resource.twin', 'resource', 639,
    'the id of the record of another user, in another spelling or a second place',
    'one spelling of the id is compared with who asks, and the record is found by another'],
  ['resource.owner', 'resource', 915,
    'a change of an own record that names another owner',
    'who owns the record is taken from the body'],
  ['resource.existence', 'resource', 204,
    'the record of another user, and one that is not there',
    'the refusal says which ids exist'],
  ['resource.gone', 'resource', 212,
    'a record that its owner has deleted',
    'a deletion leaves the record where it is read'],
  ['token.secret', 'token', 1391,
    'a copy of a token, signed with a secret that was found offline',
    'the secret of the tokens is a word, a name or a short number'],
  ['token.shared', 'token', 1390,
    'the logins of several users',
    'the credential of a login does not say whose it is'],
  ['token.cookie', 'token', 1059,
    'the cookie that a login sets beside its token, alone',
    'a cookie that the document does not have is a credential'],
  ['token.name', 'token', 1390,
    'a credential of a user whose name another user has since',
    'the credential is of a name, not of a user'],
  ['resource.write', 'resource', 639,
    'a change of the record of one user, by another',
    'whose the record is, is not compared with who changes it'],
  ['field.read', 'field', 200,
    'an answer with a member that the fixtures call private',
    'the record goes into the answer as it is, with members that are not for clients'],
  ['field.write', 'field', 915,
    'a change with a member that answers have and requests do not',
    'the members of the body are written into the record as they are'],
  ['field.register', 'field', 915,
    'a registration with a member that answers have and requests do not',
    'the members of the body are written into the new account as they are'],
  ['unguarded', 'exposure', 306,
    'an open operation that changes something or is called internal, asked without a credential',
    'no credential is asked for where one is due'],
  ['unguarded.user', 'exposure', 862,
    'an operation that is called administration, asked by a user without a role',
    'no role is asked for where one is due'],
  ['secret.answer', 'exposure', 200,
    'passwords, their hashes, codes and numbers of cards in answers, and ways to reach persons in those to every client',
    'the record goes into the answer as it is, with members that are not for clients'],
  ['undocumented', 'exposure', 1059,
    'usual names that the document does not have',
    'something answers that the document does not name'],
  ['callback', 'exposure', 918,
    'the address of a listener of the run, in members that are addresses',
    'the server fetches whatever address a client names'],
  ['session.order', 'exposure', 330,
    'ten logins, one after the other',
    'the next session or token can be worked out from those before'],
  ['csrf.session', 'exposure', 352,
    'a change, as a page of another site sends it with the cookie of a user',
    'nothing keeps pages of other sites out: what the browser sends by itself is enough'],
  ['signed.repeated', 'exposure', 235,
    'a good signature, and a signed parameter once more with another value',
    'one value of the parameter is verified, and another one used'],
  ['name.anonymous', 'name', 290,
    'a name that the code reads, with values that the code compares it with, and no credential',
    'what a client says in a name of its own is believed in place of a credential'],
  ['name.wrong', 'name', 290,
    'the same beside a wrong credential',
    'what a client says in a name of its own is believed in place of a credential'],
  ['name.denied', 'name', 285,
    'the same with the credential of a user who may not',
    'what a client says in a name of its own is believed in place of the role of its user'],
  ['name.other', 'name', 639,
    'a name that the code reads, with the name of another user, beside a good credential',
    'what a client says in a name of its own is taken for who asks'],
  ['enumeration.reset', 'guess', 204,
    'a reset of the password of a user who does not exist, after one of a user who does',
    'the answer says whether the user exists'],
  ['enumeration.login', 'guess', 204,
    'a login that the document has beside that of the fixtures, of a user who does not exist, after one of a user who does',
    'the answer to a wrong login says whether the user exists'],
  ['enumeration.register', 'guess', 204,
    'a registration with an address that another user has',
    'the answer says whether the address is known'],
  ['enumeration.change', 'guess', 204,
    'a change of the own address to one that another user has',
    'the answer says whether the address is known'],
  ['password.default', 'guess', 1392,
    'logins of accounts that applications are delivered with: admin with the password admin, and their like',
    'an account that the application is delivered with has the password of the delivery'],
  ['password.short', 'guess', 521,
    'a registration, and a change of the own password, with one character',
    'nothing asks for a longer password'],
  ['password.old', 'guess', 620,
    'a change of the own password with a wrong old one, and without the old one',
    'a session is enough to change the password: the old one is not asked for'],
  ['password.address', 'guess', 306,
    'a change of the own address without the password',
    'a session is enough to change the address, and with it to take the account'],
  ['password.reset', 'guess', 640,
    'a new password for a user who is named, without a credential or a code',
    'a name is enough to set the password of a user'],
  ['password.sessions', 'guess', 613,
    'a session from before a change of the password',
    'a new password ends nothing that was issued before'],
  ['token.logout', 'token', 613,
    'a credential after the logout that the document has, and after the deletion of its user',
    'the logout ends nothing'],
  ['guess.limit', 'guess', 307,
    'wrong passwords or codes for one account, one after the other',
    'guesses are not limited'],
]

/** The rows of the stage after the catalogue, in the order of their words. */
export const EXPLORED_ROWS: readonly ExploredRow[] = rows.map(([name, family, cwe, title, cause]) => ({
  name,
  family,
  title,
  cause,
  cwe,
}))

const BY_NAME: ReadonlyMap<RowName, ExploredRow> = new Map(EXPLORED_ROWS.map((row) => [row.name, row]))

/** @throws Error for a row of the catalogue */
export function exploredRow(name: RowName): ExploredRow {
  const row = BY_NAME.get(name)
  if (row === undefined) throw new Error(`${name} is not a row of the stage after the catalogue`)
  return row
}
