import { setImmediate as turn } from 'node:timers/promises'
import type { EvaluatedModuleNode } from 'vite/module-runner'
import { formatFile, LoadError } from '../base/errors.ts'
import { explainCircle } from './circular-import.ts'
import { type EnvironmentHooks, type ModuleEnvironment, openEnvironment } from './environment.ts'
import { StrictEvaluator } from './evaluator.ts'
import { Inputs } from './inputs.ts'
import { findDependents, findImporters, findPending } from './module-graph.ts'
import { explainError, explainImport, explainName, findImport, type SourceReader } from './module-error.ts'
import { type DeclaredLines, type Positions, readPositions } from './positions.ts'
import { Watchdog } from './watchdog.ts'

/** The exports of a module. */
export type ModuleExports = Readonly<Record<string, unknown>>

/** Where the modules of a project come from: the disk, or a build. */
export interface ModuleSource {
  /** @throws {@link LoadError} for a module that does not load */
  import(file: string): Promise<ModuleExports> | ModuleExports
  /** Where the file declares what; `undefined` where that is not known. */
  positions(file: string): DeclaredLines | undefined
  /** Whether each module is there for good: what was read of it need not be kept for the next time. */
  readonly isFixed?: true
}

/** The modules of a project on the disk. */
export interface ProjectModules extends ModuleSource {
  /** Absolute, with forward slashes. */
  readonly root: string
  import(file: string): Promise<ModuleExports>
  positions(file: string): Positions | undefined
  /** The files from which they were made. */
  readonly inputs: Pick<Inputs, 'notePlaces' | 'noteRead'>
}

/** The change of a file, in the words of Vite. */
export type FileEvent = 'create' | 'update' | 'delete'

/** How long no module may finish while some are awaited, in milliseconds. */
const PATIENCE = 10_000
/** The same where something newer waits. */
const HURRY = 250
/** Turns of the event loop after which whatever could go on has. */
const TURNS = 5

/**
 * The modules of a project, evaluated by Vite's module runner: TypeScript, tsconfig paths, JSON, CommonJS, decorators.
 * Packages run in Node as usual; `svc` and its entry points are the program's own.
 */
export class Modules implements ProjectModules {
  readonly root: string
  /** The files from which the modules were made. */
  readonly inputs: Inputs
  readonly #environment: ModuleEnvironment
  readonly #texts: Map<string, string>
  readonly #positions = new Map<string, { readonly text: string; readonly positions: Positions }>()
  /** Ids of modules that did not load. */
  readonly #failed: Set<string>
  readonly #watchdog: Watchdog
  /** Packages that Node is loading. */
  readonly #externals: ReadonlySet<object>
  /** Files that were given up on, until their evaluation ends: asked again, they would only take as long again. */
  readonly #stuck = new Map<string, LoadError>()
  #onRelease: () => void = () => undefined

  private constructor(root: string, environment: ModuleEnvironment, state: ModuleState) {
    this.root = root
    this.#environment = environment
    this.inputs = state.inputs
    this.#texts = state.texts
    this.#failed = state.failed
    this.#watchdog = state.watchdog
    this.#externals = state.externals
  }

  /**
   * @param root absolute, with forward slashes; the folder whose tsconfig.json and packages count
   * @param onStall called with a file that keeps everything waiting, long before it is given up on
   */
  static async open(root: string, onStall: (file: string) => void = () => undefined): Promise<Modules> {
    const inputs = new Inputs(root)
    let reported: string | undefined
    const reportStall = (): void => {
      const file = environment.barrier.isBusy || externals.size > 0 ? undefined : findPending(environment.runner)
      if (file === undefined || file === reported) return
      reported = file
      onStall(formatFile(file))
    }
    const state: ModuleState = {
      inputs,
      texts: new Map(),
      failed: new Set(),
      watchdog: new Watchdog(reportStall),
      externals: new Set(),
    }
    const { texts, failed, watchdog, externals } = state
    const read: SourceReader = (path) =>
      texts.get(path) ?? texts.get(`${root}${path}`) ?? texts.get(path.replace(/^\/@fs/, ''))
    const evaluator = new StrictEvaluator({
      onSettled: (module, hasFailed) => {
        watchdog.noteProgress()
        reported = undefined
        if (hasFailed) failed.add(module.id)
      },
      onExternal: (work) => {
        externals.add(work)
        const end = (): void => void externals.delete(work)
        work.then(end, end)
      },
      refuseName: (importer, dependency, name, namespace) => explainName(read, importer, dependency, name, namespace),
      refuseEarlyRead: (importer, dependency, name, namespace) => {
        if (read(dependency) === undefined) return undefined
        const imported = findImport(read, importer.file, dependency, name)
        return explainCircle(environment.runner.evaluatedModules, { importer, namespace, name, imported })
      },
      explainFailure: (importer, dependency, error) => explainImport(read, importer, dependency, error),
    })
    const onRead: EnvironmentHooks['onRead'] = (file, reading, text) => {
      inputs.noteRead(file, reading, text)
      if (text !== undefined) texts.set(file, text)
    }
    const environment = await openEnvironment(root, { evaluator, onRead })
    return new Modules(root, environment, state)
  }

  /**
   * Evaluates a file, or gives what its last evaluation gave.
   *
   * @throws {@link LoadError} `SVC_MODULE_SYNTAX`, `SVC_MODULE_THREW`, `SVC_MODULE_TIMEOUT`, `SVC_IMPORT_NAME`,
   * `SVC_IMPORT_MISSING`, `SVC_IMPORT_CIRCULAR`, or the one that the module itself threw.
   */
  async import(file: string, patience: number = PATIENCE): Promise<ModuleExports> {
    const stuck = this.#stuck.get(file)
    if (stuck) throw stuck
    const known = this.#findEvaluated(file)
    if (known) return known
    const evaluation = this.#environment.runner.import<ModuleExports>(file)
    try {
      return await this.#watchdog.await(evaluation, patience, () => this.#giveUp(file, evaluation))
    } catch (error) {
      throw explainError((path) => this.#texts.get(path), file, error)
    }
  }

  /**
   * Gives up on modules that wait for something of their own and have done so for a while: something newer waits. How
   * busy the machine is plays no part in it.
   */
  async hurry(): Promise<void> {
    for (let turns = 0; turns < TURNS; turns++) {
      if (this.#environment.barrier.isBusy || this.#externals.size > 0) return this.#watchdog.noteProgress()
      await turn()
    }
    this.#watchdog.hurry(HURRY)
  }

  /** Sets what is called when a module that was given up on has ended after all, and can be imported. */
  onRelease(listener: () => void): void {
    this.#onRelease = listener
  }

  /** Where the file says what, in the text that was evaluated; `undefined` for one that was never read. */
  positions(file: string): Positions | undefined {
    const text = this.#texts.get(file)
    if (text === undefined) return undefined
    const known = this.#positions.get(file)
    if (known?.text === text) return known.positions
    const positions = readPositions(file, text)
    this.#positions.set(file, { text, positions })
    return positions
  }

  /** The text of a project file as it was last read; `undefined` for one that never was. */
  text(file: string): string | undefined {
    return this.#texts.get(file)
  }

  /** Whether the file was read, or is imported in some other way, such as `./query.sql?raw`. */
  has(file: string): boolean {
    return this.#texts.has(file) || this.#environment.runner.evaluatedModules.fileToModulesMap.has(file)
  }

  /** Whether a module did not load, so that any new file may be what it lacks. */
  get hasFailures(): boolean {
    return this.#failed.size > 0
  }

  /** Project files that were read, the ones that failed among them. */
  get files(): readonly string[] {
    return [...this.#texts.keys()]
  }

  /** The files that import this one, however indirectly, and so are evaluated again when it changes. */
  importersOf(file: string): ReadonlySet<string> {
    const modules = findDependents(this.#environment.runner, [file])
    return new Set([...modules].map((module) => module.file).filter((path) => path !== file))
  }

  /**
   * Makes the next import evaluate these files, and their importers, again; other modules keep their state. Modules
   * that failed are tried again as well: what they missed may be there now.
   */
  async invalidate(changes: ReadonlyMap<string, FileEvent>, importers: ReadonlySet<string> = new Set()): Promise<void> {
    for (const [file, event] of changes) await this.#environment.forgetFile(file, event)
    await this.#environment.barrier.close(() => this.#forget(changes, importers))
  }

  #forget(changes: ReadonlyMap<string, FileEvent>, importers: ReadonlySet<string>): void {
    const { runner, graph } = this.#environment
    const failed = [...this.#failed].flatMap((id) => runner.evaluatedModules.getModuleById(id) ?? [])
    this.#failed.clear()
    const files = new Set([...changes.keys(), ...importers, ...failed.map(({ file }) => file)])
    for (const [file, event] of changes) {
      // Imports are resolved when a module is transformed: those of a file that is gone must be resolved anew.
      if (event === 'delete') for (const importer of findImporters(runner, file)) files.add(importer.file)
    }
    for (const file of this.inputs.releaseRequired(files)) files.add(file)
    const modules = findDependents(runner, [...files])
    for (const file of files) graph.onFileChange(file)
    // Only what Vite reads again may be forgotten: of other modules it keeps what it made of them.
    this.inputs.forget(files)
    for (const file of files) {
      this.#texts.delete(file)
      this.#positions.delete(file)
    }
    for (const { file } of modules) this.#stuck.delete(file)
    this.#remove(modules)
  }

  /** Not only emptied: one that is still being evaluated would be filled when that ends. */
  #remove(modules: ReadonlySet<EvaluatedModuleNode>): void {
    const { evaluatedModules } = this.#environment.runner
    const { idToModuleMap, fileToModulesMap, urlToIdModuleMap } = evaluatedModules
    for (const module of modules) {
      evaluatedModules.invalidateModule(module)
      idToModuleMap.delete(module.id)
      fileToModulesMap.get(module.file)?.delete(module)
    }
    for (const [url, module] of urlToIdModuleMap) if (modules.has(module)) urlToIdModuleMap.delete(url)
  }

  async close(): Promise<void> {
    await this.#environment.runner.close()
    await this.#environment.close()
  }

  /** The modules of the runner, which would otherwise ask Vite about them. */
  #findEvaluated(file: string): ModuleExports | undefined {
    for (const { id, evaluated, exports } of this.#environment.runner.evaluatedModules.getModulesByFile(file) ?? []) {
      if (id === file && evaluated && exports !== undefined && !this.#failed.has(id)) return exports as ModuleExports
    }
    return undefined
  }

  /** A top-level await that never ends would end all reloading with it. */
  #giveUp(file: string, evaluation: Promise<unknown>): LoadError {
    const waiting = formatFile(findPending(this.#environment.runner) ?? file)
    const problem = `${waiting}  is still being loaded. Look for a top-level await that does not end.`
    const error = new LoadError('SVC_MODULE_TIMEOUT', problem)
    this.#stuck.set(file, error)
    const release = (): void => {
      // Changed in the meantime, it was thrown away.
      if (this.#stuck.get(file) !== error) return
      this.#stuck.delete(file)
      this.#onRelease()
    }
    evaluation.then(release, release)
    return error
  }
}

interface ModuleState {
  readonly inputs: Inputs
  readonly texts: Map<string, string>
  readonly failed: Set<string>
  readonly watchdog: Watchdog
  readonly externals: Set<object>
}
