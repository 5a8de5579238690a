/** A text as a literal of TypeScript, in single quotes. */
export function quote(text: string): string {
  const inside = JSON.stringify(text).slice(1, -1)
  return `'${inside.replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`)}'`
}

/** A name as a key of an object in TypeScript: quoted only where it must be. */
export function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name)
}
