import type { ArgumentsCamelCase, Argv, Options } from 'yargs'
import type { TestOptions } from '../harness/test-auth.ts'

type Group = Readonly<Record<string, Options>>

/** May be given again. Without `nargs` an option takes every argument up to the next one, and so the routes. */
const ONE_EACH = { type: 'string', array: true, nargs: 1 } as const

const TARGET = {
  dir: { type: 'string', default: '.', describe: 'Folder with svc.config.ts' },
  url: { type: 'string', describe: 'Test a server by its address, whatever it is made of' },
  openapi: { type: 'string', describe: 'With --url: the document, a file or an address of the same origin' },
  only: { ...ONE_EACH, describe: 'Families or scenarios: bearer, path, key.prefix' },
  skip: { ...ONE_EACH, describe: 'Families or scenarios to leave out' },
  role: { ...ONE_EACH, describe: 'Users of the fixtures: their row of the matrix' },
  grep: { alias: 'g', type: 'string', describe: 'Scenarios whose route, name or title match' },
  list: { type: 'boolean', describe: 'Show the plan, send nothing' },
  json: { type: 'boolean', implies: 'list', describe: 'With --list: as JSON' },
} as const satisfies Group

const FIXTURES = {
  fixtures: { type: 'string', describe: 'TypeScript, YAML or JSON; fixtures/auth.fixtures.ts if absent' },
  init: { type: 'boolean', describe: 'Write a skeleton of the fixtures' },
  'allow-exec': { type: 'boolean', describe: 'Fixtures may run programs' },
  wfc: { type: 'string', describe: 'Fixtures from an auth file of Web Fuzzing Commons' },
  'export-wfc': { type: 'string', describe: 'Write the fixtures as such a file' },
} as const satisfies Group

const RUN = {
  jobs: { alias: 'j', type: 'number', default: 4, describe: 'Routes at the same time' },
  timeout: { type: 'number', default: 5_000, describe: 'Milliseconds to wait for an answer' },
  'in-process': { type: 'boolean', describe: 'Without sockets where a scenario can do without' },
  unsafe: { type: 'boolean', describe: 'With --url: everything, not only harmless requests' },
  watch: { alias: 'w', type: 'boolean', describe: 'Again on every change, the changed routes only' },
  replay: { type: 'string', describe: 'One scenario, by its id' },
  bail: { alias: 'b', type: 'number', describe: 'Stop after so many failures; 1 without a number' },
  seed: { type: 'string', describe: 'Makes the same stand-ins again' },
} as const satisfies Group

const REPORTS = {
  reporter: { ...ONE_EACH, alias: 'R', describe: 'name or name=file; several; also those of mocha' },
  curl: { type: 'boolean', describe: 'Show findings as commands; secrets are references to the environment' },
  timing: { type: 'boolean', describe: 'Tell where a wrong key takes longer the later it differs; never fails' },
} as const satisfies Group

const CI = {
  strict: { type: 'boolean', describe: 'A protected route without a good credential fails the run' },
  contract: { type: 'boolean', describe: "With --url: other servers' ways of refusing are findings too" },
  baseline: { type: 'string', describe: 'Findings that were there before, in a file' },
  'update-baseline': { type: 'boolean', describe: 'Write the baseline' },
  shard: { type: 'string', describe: 'i/n: one of several processes' },
  merge: { type: 'string', array: true, describe: 'Files of the shards, written by --reporter ndjson=file' },
} as const satisfies Group

const PROOF = {
  mutate: { type: 'boolean', describe: 'Break the auth of each route and tell which faults the tests miss' },
  'mutate-break': {
    type: 'number',
    default: 100,
    describe: 'With --mutate: per cent of the faults that must be noticed',
  },
} as const satisfies Group

/** Every option of `svc test-auth`, in the groups of its help. */
export function declareTestOptions(yargs: Argv) {
  return yargs
    .positional('routes', {
      type: 'string',
      array: true,
      defaultDescription: 'all',
      describe: 'Routes as svc routes prints them: "GET /pets"',
    })
    .options(TARGET)
    .group(Object.keys(TARGET), 'What to test:')
    .options(FIXTURES)
    .group(Object.keys(FIXTURES), 'Fixtures and credentials:')
    .options(RUN)
    .group(Object.keys(RUN), 'How to run:')
    .options(REPORTS)
    .group(Object.keys(REPORTS), 'Reports:')
    .options(CI)
    .group(Object.keys(CI), 'CI:')
    .options(PROOF)
    .group(Object.keys(PROOF), 'Proving the tests:')
}

/** The arguments as yargs gives them. */
export type TestArguments = ArgumentsCamelCase<ReturnType<typeof declareTestOptions> extends Argv<infer T> ? T : never>

/** What is not given is no, none or nothing. */
export function readTestOptions(args: TestArguments): TestOptions {
  const { fixtures, grep, shard, replay, baseline, seed, wfc, exportWfc } = args
  return {
    routes: args.routes ?? [],
    only: splitNames(args.only),
    skip: splitNames(args.skip),
    role: splitNames(args.role),
    reporter: args.reporter ?? [],
    bail: readBail(args.bail),
    jobs: Math.max(1, args.jobs),
    merge: args.merge ?? [],
    curl: args.curl === true,
    updateBaseline: args.updateBaseline === true,
    unsafe: args.unsafe === true,
    timeout: args.timeout,
    list: args.list === true,
    json: args.json === true,
    inProcess: args.inProcess === true,
    strict: args.strict === true,
    contract: args.contract === true,
    allowExec: args.allowExec === true,
    timing: args.timing === true,
    init: args.init === true,
    mutate: args.mutate === true,
    mutateBreak: args.mutateBreak,
    ...definedOnly({ fixtures, grep, shard, replay, baseline, seed, wfc, exportWfc }),
  }
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
