/** A fault that survives and may: it changes nothing that anybody could see, or nothing that is promised. */
export interface Argument {
  /** Of the fault. */
  readonly id: string
  /** Who does not notice it. */
  readonly judge: 'suite' | 'harness' | 'both'
  readonly reason: string
}

/** The survivors that are argued. One that is noticed after all is reported, so that the list stays true. */
export const ARGUED: readonly Argument[] = [
  {
    id: 'bearer-scheme-anywhere',
    judge: 'harness',
    reason: 'only a token that spells the scheme itself gets through, and no fixture has such a credential',
  },
  {
    id: 'bearer-any-character',
    judge: 'harness',
    reason: 'what gets through is no credential of any fixture, so the hook refuses it',
  },
  {
    id: 'challenge-realm-unquoted',
    judge: 'harness',
    reason: 'the title of the example application has nothing to be quoted',
  },
  {
    id: 'opened-by-length',
    judge: 'both',
    reason:
      'openSeal looks at the length again; this check only saves the digest of a cookie that the header limit bounds',
  },
  {
    id: 'nested-folders-stay-open',
    judge: 'suite',
    reason:
      'a folder below one in doubt has no level, so none of its operations is ever in the list; this looks a second time',
  },
  {
    id: 'folder-twice-named-inherits',
    judge: 'suite',
    reason:
      'operations of a folder in doubt are taken out of the list again, and their paths are closed; this looks a first time',
  },
  {
    id: 'half-a-file',
    judge: 'suite',
    reason: 'operations of a file in doubt are taken out of the list again by isTaken; this looks a first time',
  },
  {
    id: 'server/auth/evaluate.ts#isThenable/return-constant.1',
    judge: 'suite',
    reason:
      'whatever is waited for gives the same value; what is lost is that a hook which answers at once costs no promise',
  },
  {
    id: 'server/drain-server.ts#acceptWaiting/off-by-one.1',
    judge: 'suite',
    reason: 'a turn of the loop more or less: how many there are is a guess that is meant to be generous',
  },
  {
    id: 'server/drain-server.ts#acceptWaiting/off-by-one.2',
    judge: 'suite',
    reason: 'a turn of the loop more or less: how many there are is a guess that is meant to be generous',
  },
  {
    id: 'server/lifecycle.ts#requireAuth.admit/drop-operand.2',
    judge: 'suite',
    reason: 'where nothing is to be renewed, nothing is; what is lost is that such a request costs no promise',
  },
  {
    id: 'server/log.ts#createLog/drop-operand.2',
    judge: 'suite',
    reason: 'once a request has ended, nothing is told of it but the end of its WebSocket',
  },
  {
    id: 'server/nearest.ts#findNearest/swap-arguments.1',
    judge: 'suite',
    reason: 'two words are as far from each other in either order',
  },
  {
    id: 'seal-unknown-key',
    judge: 'both',
    reason:
      'the integrity code covers the key id, so the seal fails all the same; what is lost is that it fails for nothing',
  },
]
