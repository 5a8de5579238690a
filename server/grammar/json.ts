/** Every spelling of `__proto__`: one that is not literal has an escape of an ASCII character. */
const MAY_NAME_PROTOTYPE = /__proto__|\\u00/

/**
 * `JSON.parse` that refuses a member `__proto__` at any depth: as an own member it does no harm until a program copies
 * it by assignment.
 *
 * @throws SyntaxError whose message may quote the text: it must not reach the wire.
 */
export function parseJson(text: string): unknown {
  return MAY_NAME_PROTOTYPE.test(text) ? JSON.parse(text, refusePrototype) : JSON.parse(text)
}

function refusePrototype(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new SyntaxError('a member is named __proto__')
  return value
}
