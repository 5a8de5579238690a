/** How a cause says that a member of a body names the record of any user: each member is a mistake of its own. */
export function anyRecordOf(member: string): string {
  return `any record that ${member} names`
}

/** How a cause says that a member of the record of any user is written, and nothing else of the record. */
export function ofAnyRecord(member: string): string {
  return `${member} of any record`
}
