import { UNSEEN } from './unseen.ts'

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
  ...UNSEEN.flatMap(([reason, ids]) => ids.map((id): Argument => ({ id, judge: 'harness', reason }))),
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
  ...[1, 2].map((count): Argument => ({
    id: `server/auth/evaluate.ts#saysNothing/loosen-pattern.${count}`,
    judge: 'suite',
    reason: 'only an object that calls itself a generator and something more is told from one by the anchors',
  })),
  {
    id: 'server/auth/evaluate.ts#isThenable/return-constant.1',
    judge: 'suite',
    reason:
      'whatever is waited for gives the same value; what is lost is that a hook which answers at once costs no promise',
  },
  {
    id: 'server/application.ts#Application.constructor/drop-refinement.1',
    judge: 'suite',
    reason:
      'what is closed besides, the path that ends in `/**` as it is written, lies below the prefix that is closed',
  },
  {
    id: 'server/application.ts#Application.find/off-by-one.1',
    judge: 'suite',
    reason: 'without captures there are no params either way; this only saves making an empty record',
  },
  {
    id: 'server/drain-server.ts#acceptWaiting/off-by-one.1',
    judge: 'suite',
    reason: 'a turn of the loop more or less: how many there are is a guess that is meant to be generous',
  },
  {
    id: 'server/sessions/revocations.ts#SharedRevocations.ask/off-by-one.2',
    judge: 'suite',
    reason: 'what is to be believed until now is never believed; this only saves keeping it',
  },
  {
    id: 'server/http/response.ts#headerPairs/drop-guard.1',
    judge: 'suite',
    reason: 'no fields are no fields either way; this only saves building a `Headers` object for them',
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
