/** How a cause says that a member of a body names the record of any user: each member is a mistake of its own. */
export function anyRecordOf(member: string): string {
  return `any record that ${member} names`
}
