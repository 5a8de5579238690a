export class GarageFull extends Error {
  override readonly name = 'GarageFull'
}

const permits: { readonly id: string; readonly by: string; readonly plate: string }[] = []

export function addPermit(by: string, plate: string) {
  if (plate === 'FULL') throw new GarageFull()
  const made = { id: `p-${permits.length + 1}`, by, plate }
  permits.push(made)
  return made
}
