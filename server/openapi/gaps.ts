import type { OpenApiDocument, OperationObject } from './specification.ts'

/** Something that the code does and the document cannot say. */
export interface DocumentGap {
  /** `GET /api/pets`, or the name of a schema. */
  readonly where: string
  /** The gap and how to close it, as one sentence each. */
  readonly problem: string
}

/** The facts that the document does not show, for `svc openapi --strict`. */
export function findGaps(document: OpenApiDocument): readonly DocumentGap[] {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ where: `${method.toUpperCase()} ${path}`, operation })),
  )
  return [
    ...operations.flatMap(({ where, operation }) => gapsOf(operation).map((problem) => ({ where, problem }))),
    ...[document.components.schemas, document.components.responses].flatMap((components) =>
      Object.entries(components).flatMap(([name, component]) =>
        undescribed(component).map((problem) => ({ where: name, problem })),
      ),
    ),
  ]
}

function gapsOf(operation: OperationObject): readonly string[] {
  const { level, custom } = operation['x-svc-auth']
  return [
    ...(level === 'none' ? ['no level declares auth. Declare it, null if it is public.'] : []),
    ...(custom
      ? [`no scheme says what ${custom.join(', ')} reads. Give the callable one: named(name, callable, scheme).`]
      : []),
    ...undescribed([operation.parameters, operation.requestBody, operation.responses]),
  ]
}

/** The comments of schemas that could not be written: they hold nothing else. */
function undescribed(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(undescribed)
  if (typeof value !== 'object' || value === null) return []
  const { $comment, ...rest } = value as Readonly<Record<string, unknown>>
  if (typeof $comment === 'string' && Object.keys(rest).length === 0) return [$comment]
  return Object.values(value).flatMap(undescribed)
}
