import { isOpenByName, schemaOf } from '../recordings/recorded-document.ts'
import type { Route } from '../model/route.ts'
import { isObject, type Json, objectAt } from '../text/json.ts'
import { type DocumentRoutes, itemOf, operationsOf, readDocument } from './document.ts'

export { isOpenByName, schemaOf }

/** A document that says of no operation what guards it. */
export interface Undeclared {
  /** The security schemes that it names nevertheless. */
  readonly schemes: readonly string[]
  /**
   * The routes as if the document said that some are guarded.
   *
   * @param keys as `svc routes` prints them
   * @param declared schemes that the document does not have, by name
   */
  readonly guardedBy: (
    keys: ReadonlySet<string>,
    names: readonly string[],
    declared: Readonly<Record<string, Json>>,
  ) => readonly Route[]
}

/** The facts to find out of a document without `security` (OpenAPI 3.1, section 4.8.30); `undefined` for any other. */
export function readUndeclared(
  document: unknown,
  { routes }: Pick<DocumentRoutes, 'routes'>,
  base: string,
): Undeclared | undefined {
  if (!isObject(document) || document['security'] !== undefined || routes.length === 0) return undefined
  const paths = Object.entries(objectAt(document, 'paths'))
  const isSaid = paths.some(([, item]) =>
    operationsOf(itemOf(document, item)).some(([, operation]) => operation['security'] !== undefined),
  )
  if (isSaid) return undefined
  const components = objectAt(document, 'components')
  const known = objectAt(components, 'securitySchemes')
  return {
    schemes: Object.keys(known),
    guardedBy: (keys, names, declared) => {
      const security = names.map((name) => ({ [name]: [] }))
      const guarded = paths.map(([path, declaredItem]) => {
        const item = itemOf(document, declaredItem)
        const own = operationsOf(item).map(([method, operation]) => {
          const isGuarded = keys.has(`${method} ${path.replace(/\{([^}]+)\}/g, '[$1]')}`)
          const name = item[method.toLowerCase()] === undefined ? method : method.toLowerCase()
          return [name, isGuarded ? { ...operation, security } : operation] as const
        })
        const more = own.filter(([name]) => item[name] === undefined)
        const additionalOperations = more.length === 0 ? {} : { additionalOperations: Object.fromEntries(more) }
        return [path, { ...item, ...Object.fromEntries(own), ...additionalOperations }] as const
      })
      const securitySchemes = { ...declared, ...known }
      return readDocument({
        ...document,
        components: { ...components, securitySchemes },
        paths: Object.fromEntries(guarded),
      }).routes.map((route) => ({ ...route, base }))
    },
  }
}
