/** The value of a field of a form, or of a `meta` element, of an HTML page; `undefined` where the page has none of the name. */
export function fieldOfPage(page: string, name: string): string | undefined {
  for (const [element] of page.matchAll(/<(?:input|meta)\b[^>]*>/gi)) {
    const attributes = attributesOf(element)
    if (attributes.get('name') !== name) continue
    const value = attributes.get('value') ?? attributes.get('content')
    if (value !== undefined) return value
  }
  return undefined
}

function attributesOf(element: string): ReadonlyMap<string, string> {
  const found = element.matchAll(/([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g)
  return new Map(
    [...found].map(([, name = '', ...values]) => [name.toLowerCase(), decode(values.find((one) => one !== undefined))]),
  )
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Character references, as templates write them. */
function decode(text = ''): string {
  return text.replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return NAMED[name as string] ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex as string, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
