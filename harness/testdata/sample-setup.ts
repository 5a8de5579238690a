import { setUp, type Setup, type SetupInput } from '../setup/setup.ts'

/** Sets up a run as most tests want it: nothing from outside, over sockets, everything sent, nothing remarked. */
export function sampleSetup(input: Pick<SetupInput, 'subject' | 'fixtures'> & Partial<SetupInput>): Promise<Setup> {
  return setUp({
    fixturesName: 'fixtures',
    source: { env: {}, directory: '.', allowExec: false },
    seed: 'a-seed',
    timeout: 60_000,
    inProcess: false,
    dry: false,
    strictContract: false,
    remark: () => undefined,
    ...input,
  })
}
