import {
  ESModulesEvaluator,
  type EvaluatedModuleNode,
  type ModuleRunnerContext,
  ssrImportKey,
} from 'vite/module-runner'

type Namespace = Readonly<Record<string, unknown>>

/** The callbacks of the evaluator. */
export interface EvaluatorHooks {
  /** A module was evaluated to its end, or threw. */
  readonly onSettled: (module: Readonly<EvaluatedModuleNode>, failed: boolean) => void
  /** Node was asked for a package. */
  readonly onExternal: (work: Promise<unknown>) => void
  /** The error for a name that is not among those of the module it is imported from; `undefined` lets it pass. */
  readonly refuseName: (importer: string, dependency: string, name: string, namespace: Namespace) => Error | undefined
  /** The error for a name that is read before the module that exports it has defined it; `undefined` lets it pass. */
  readonly refuseEarlyRead: (
    importer: Readonly<EvaluatedModuleNode>,
    dependency: string,
    name: string,
    namespace: Namespace,
  ) => Error | undefined
  /** The error for an import that failed before the imported module ran. */
  readonly explainFailure: (importer: string, dependency: string, error: unknown) => unknown
}

/**
 * Evaluates modules as Node would: an imported name that does not exist is an error. The runner alone gives `undefined`
 * for it, and `auth: misspelt` would open a route.
 */
export class StrictEvaluator extends ESModulesEvaluator {
  readonly #hooks: EvaluatorHooks

  constructor(hooks: EvaluatorHooks) {
    super()
    this.#hooks = hooks
  }

  override async runInlinedModule(
    context: ModuleRunnerContext,
    code: string,
    module?: Readonly<EvaluatedModuleNode>,
  ): Promise<void> {
    const importer = module?.file ?? ''
    const request = context[ssrImportKey]
    const requestStrictly: typeof request = async (dependency, metadata) => {
      const namespace = await this.#request(request, importer, dependency)
      for (const name of metadata?.importedNames ?? []) {
        const error = name in namespace ? undefined : this.#hooks.refuseName(importer, dependency, name, namespace)
        if (error) throw error
      }
      // Sealed once it is evaluated: what is not is in a circle with its importer.
      return module && Object.isExtensible(namespace) ? this.#guard(module, dependency, namespace) : namespace
    }
    let failed = true
    try {
      await super.runInlinedModule({ ...context, [ssrImportKey]: requestStrictly }, code)
      failed = false
    } finally {
      if (module) this.#hooks.onSettled(module, failed)
    }
  }

  override async runExternalModule(file: string): Promise<unknown> {
    const work: Promise<unknown> = super.runExternalModule(file)
    this.#hooks.onExternal(work)
    return work
  }

  /** The runner gives `undefined` for what is not defined yet, where Node throws. */
  #guard(importer: Readonly<EvaluatedModuleNode>, dependency: string, namespace: Namespace): Namespace {
    return new Proxy(namespace, {
      get: (target, name, receiver) => {
        const value: unknown = Reflect.get(target, name, receiver)
        if (value !== undefined || typeof name !== 'string' || !Object.isExtensible(target)) return value
        const error = Object.hasOwn(target, name)
          ? this.#hooks.refuseEarlyRead(importer, dependency, name, target)
          : undefined
        if (error) throw error
        return value
      },
    })
  }

  async #request(
    request: ModuleRunnerContext[typeof ssrImportKey],
    importer: string,
    dependency: string,
  ): Promise<Namespace> {
    try {
      // Without the names: the runner checks them for packages only, and does not say where.
      return (await request(dependency)) as Namespace
    } catch (error) {
      throw this.#hooks.explainFailure(importer, dependency, error)
    }
  }
}
