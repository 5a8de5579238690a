import type { TestOptions } from '../harness/command/test-auth.ts'
import { readNumber } from './number-option.ts'

/** Defaults for options that the command line leaves out. */
type Given<Options> = { readonly [Name in keyof Options]-?: Options[Name] | undefined }

/** The arguments as yargs gives them. */
export interface TestArguments extends Given<
  Omit<TestOptions, 'dir' | 'jobs' | 'sample' | 'timeout' | 'mutateBreak' | 'crackSeconds'>
> {
  readonly dir: string
  readonly jobs: number
  readonly sample: number
  readonly timeout: number
  readonly mutateBreak: number
  readonly crackSeconds: number
  readonly url: string | undefined
  readonly openapi: string | undefined
  readonly har: readonly string[] | undefined
  readonly watch: boolean | undefined
}

/** An option that is not given is false, empty or undefined. */
export function readTestOptions(args: TestArguments): TestOptions {
  const { dir, fixtures, grep, replay, baseline, seed, explain, matrix, crack } = args
  return {
    dir,
    routes: args.routes ?? [],
    only: splitNames(args.only),
    skip: splitNames(args.skip),
    role: splitNames(args.role),
    reporter: args.reporter ?? [],
    bail: readBail(args.bail),
    jobs: Math.max(1, readNumber({ command: 'test-auth', name: 'jobs' }, args.jobs)),
    sample: readNumber({ command: 'test-auth', name: 'sample' }, args.sample),
    curl: args.curl === true,
    all: args.all === true,
    updateBaseline: args.updateBaseline === true,
    updateMatrix: args.updateMatrix === true,
    unsafe: args.unsafe === true,
    timeout: readNumber({ command: 'test-auth', name: 'timeout' }, args.timeout),
    crackSeconds: readNumber({ command: 'test-auth', name: 'crack-seconds' }, args.crackSeconds),
    list: args.list === true || explain !== undefined,
    json: args.json === true,
    inProcess: args.inProcess === true,
    strict: args.strict === true,
    lenient: args.lenient === true,
    contract: args.contract === true,
    allowExec: args.allowExec === true,
    init: args.init === true,
    mutate: args.mutate === true,
    mutateBreak: readNumber({ command: 'test-auth', name: 'mutate-break' }, args.mutateBreak),
    ...definedOnly({ fixtures, grep, replay, baseline, seed, explain, matrix, crack, rate: readRate(args.rate) }),
  }
}

/** Less than one in a second is as good as none. */
function readRate(rate: number | undefined): number | undefined {
  return rate === undefined ? undefined : Math.max(1, readNumber({ command: 'test-auth', name: 'rate' }, rate))
}

/** `--bail` without a number is not a number. */
function readBail(bail: number | undefined): number {
  if (bail === undefined) return 0
  return Number.isNaN(bail) ? 1 : bail
}

/** `--only key,path` and `--only key --only path` are the same. */
function splitNames(names: readonly string[] | undefined): readonly string[] {
  return (names ?? []).flatMap((text) => text.split(',')).filter((name) => name !== '')
}

function definedOnly<T extends object>(values: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
}
