import type { ArgumentsCamelCase, Argv, Options } from 'yargs'
import { CRACK_SECONDS, DEFAULT_TIMEOUT } from '../harness/model/timeout.ts'
import { SAMPLE } from '../harness/model/plan.ts'
import type { TestArguments } from './read-test-options.ts'

type Group = Readonly<Record<string, Options>>

/** May be given again. Without `nargs` an option takes every argument up to the next one, and so the routes. */
const ONE_EACH = { type: 'string', array: true, nargs: 1 } as const

const TARGET = {
  dir: { type: 'string', default: '.', describe: 'Folder with svc.config.ts' },
  url: { type: 'string', describe: 'Test a server by its address, whatever it is made of' },
  openapi: { type: 'string', describe: 'With --url: the document, a file or an address of the same origin' },
  har: { ...ONE_EACH, describe: 'With --url: a recording of a user, as ann=ann.har; repeatable' },
  only: { ...ONE_EACH, describe: 'Families or scenarios: bearer, path, key.prefix' },
  skip: { ...ONE_EACH, describe: 'Families or scenarios to leave out' },
  role: { ...ONE_EACH, describe: 'Users of the fixtures: their row of the matrix' },
  grep: { alias: 'g', type: 'string', describe: 'Scenarios whose route, name or title match' },
  crack: { type: 'string', describe: 'With --url: a file of words that may be the secret of tokens; tried offline' },
  'crack-seconds': { type: 'number', default: CRACK_SECONDS, describe: 'Seconds for --crack, at most' },
  list: { type: 'boolean', describe: 'Show the plan, send nothing' },
  json: { type: 'boolean', implies: 'list', describe: 'With --list: as JSON' },
  explain: { type: 'string', describe: 'What a scenario sends and finds; sends nothing' },
} as const satisfies Group

const FIXTURES = {
  fixtures: { type: 'string', describe: 'TypeScript, YAML or JSON; fixtures/auth.fixtures.ts if absent' },
  init: { type: 'boolean', describe: 'Write a skeleton of the fixtures' },
  'allow-exec': { type: 'boolean', describe: 'Fixtures may run programs' },
} as const satisfies Group

const RUN = {
  jobs: { alias: 'j', type: 'number', default: 4, describe: 'Routes at the same time, at most' },
  sample: {
    type: 'number',
    default: SAMPLE,
    describe: 'With --url: operations with one authenticator that get every scenario; 0 for all',
  },
  timeout: { type: 'number', default: DEFAULT_TIMEOUT, describe: 'Milliseconds to wait for an answer' },
  rate: { type: 'number', describe: 'Requests in a second, at most' },
  'in-process': { type: 'boolean', describe: 'Without sockets where a scenario can do without' },
  unsafe: { type: 'boolean', describe: 'With --url: also methods that may change something' },
  watch: { alias: 'w', type: 'boolean', describe: 'Again on every change, the changed routes only' },
  replay: { type: 'string', describe: 'One scenario, by its id' },
  bail: { alias: 'b', type: 'number', describe: 'Stop after so many failures; 1 without a number' },
  seed: { type: 'string', describe: 'Makes the same stand-ins again' },
} as const satisfies Group

const REPORTS = {
  reporter: {
    ...ONE_EACH,
    alias: 'R',
    describe:
      "terminal, agent, junit, sarif, html, github, ndjson, or one of mocha's; NAME=FILE writes a file; repeatable",
  },
  all: { type: 'boolean', describe: 'Show every finding, not one of each cause' },
  matrix: { type: 'string', describe: 'Show who gets what; with =FILE: compare it with a file that is committed' },
  curl: { type: 'boolean', describe: 'Show findings as commands; secrets are references to the environment' },
} as const satisfies Group

const CI = {
  strict: { type: 'boolean', describe: 'A protected route without a good credential fails the run' },
  lenient: { type: 'boolean', describe: 'Routes on which much could not be decided do not fail the run' },
  contract: { type: 'boolean', describe: "With --url: other servers' ways of refusing are findings too" },
  baseline: { type: 'string', describe: 'Findings that were there before, in a file' },
  'update-baseline': { type: 'boolean', describe: 'Write the baseline' },
  'update-matrix': { type: 'boolean', describe: 'Write the file of --matrix' },
} as const satisfies Group

const PROOF = {
  mutate: { type: 'boolean', describe: 'Break the auth of each route and report which faults the tests miss' },
  'mutate-break': {
    type: 'number',
    default: 100,
    describe: 'With --mutate: per cent of the faults that must be noticed',
  },
} as const satisfies Group

const ENDS = `Ends with 0 if everything passed, 1 for findings, 2 for a wrong option or fixture, 3 if nothing answers or
loads, 4 if nothing was tested or too much was not decided (--lenient, --strict). See docs/testing-auth.md.`

/** Headings of the help, in its order. */
const GROUPS = {
  'What to test:': TARGET,
  'Fixtures and credentials:': FIXTURES,
  'How to run:': RUN,
  'Reports:': REPORTS,
  'CI:': CI,
  'Proving the tests:': PROOF,
} as const satisfies Readonly<Record<string, Group>>

type Grouped = (typeof GROUPS)[keyof typeof GROUPS]
type NameIn<Groups> = Groups extends unknown ? keyof Groups & string : never
type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name
/** An option that nothing reads does not compile; one that is read and not declared does not, by the type of `run`. */
type Unread = Exclude<CamelCase<NameIn<Grouped>>, keyof TestArguments>
type AllRead = [Unread] extends [never] ? Readonly<Record<string, Group>> : Unread

/** Every option of `svc test-auth`, in the groups of its help. */
export function declareTestOptions(yargs: Argv): Argv<TestArguments> {
  const declared = yargs
    .positional('routes', {
      type: 'string',
      array: true,
      defaultDescription: 'all',
      describe: 'Routes as svc routes prints them: "GET /pets"',
    })
    .options({ ...TARGET, ...FIXTURES, ...RUN, ...REPORTS, ...CI, ...PROOF })
    .epilogue(ENDS)
  for (const [heading, options] of Object.entries(GROUPS satisfies AllRead))
    declared.group(Object.keys(options), heading)
  // Does not compile where an argument is read that is not declared with its type. The declared type itself, which is
  // made of every option, cannot stand in a declaration file.
  void ((args: ArgumentsCamelCase<ArgumentsOf<typeof declared>>): TestArguments => args)
  return declared as unknown as Argv<TestArguments>
}

type ArgumentsOf<Declared> = Declared extends Argv<infer Arguments> ? Arguments : never
