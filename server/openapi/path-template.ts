/** A path of an operation as OpenAPI writes it. */
export interface PathTemplate {
  /** `/files/{rest}` for `/files/[...rest]`. */
  readonly template: string
  /** The same with parameters unnamed: OpenAPI calls two templates of one shape the same path. */
  readonly shape: string
  readonly params: readonly PathTemplateParam[]
}

/** A parameter of a {@link PathTemplate}. */
export interface PathTemplateParam {
  readonly name: string
  /** Whether it takes the rest of the path, slashes included, which OpenAPI has no word for. */
  readonly isRest: boolean
}

const PARAM = /\[(\.\.\.)?([^\]]*)\]/g

/** Reads a path in bracket form. */
export function templateOf(path: string): PathTemplate {
  return {
    template: path.replace(PARAM, '{$2}'),
    shape: path.replace(PARAM, '[$1]'),
    params: [...path.matchAll(PARAM)].map(([, rest, name]) => ({ name: name as string, isRest: rest !== undefined })),
  }
}
