/**
 * The part of the page's address that the server does not see: a proxy in front took it away. Calls and their code need it.
 *
 * @param address path of the page in the browser: `/v1/docs`
 * @param path path of the page as the server has it: `/docs`
 * @returns `/v1`; empty without a proxy, or where it writes the whole path anew
 */
export function prefixOf(address: string, path: string): string {
  return address.endsWith(path) ? address.slice(0, -path.length) : ''
}
