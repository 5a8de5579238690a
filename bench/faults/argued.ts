/** A fault that survives and may: it changes nothing that anybody could see, or nothing that is promised. */
export interface Argument {
  /** Of the fault. */
  readonly id: string
  /** Who does not notice it. */
  readonly judge: 'suite' | 'harness' | 'both'
  readonly reason: string
}

/** What `svc test-auth` on the example application cannot notice, by the reason why. */
const UNSEEN: readonly (readonly [reason: string, ids: readonly string[]])[] = [
  [
    'the plan is made from what the same function says, so run and application agree; routes below a level and the lock file see it',
    ['nearest-level-loses', 'inherit-becomes-null', 'inherit-under-null'],
  ],
  [
    'the example has nothing that is to be refused at load, and an application that has does not get as far as a run',
    [
      'class-is-callable',
      'generator-is-callable',
      'options-unchecked',
      'operation-options-unchecked',
      'sessions-without-secret',
      'cors-credentials-with-star',
    ],
  ],
  [
    'only a handler that looks such a name up could tell, and which names a handler looks up no run knows',
    [
      'cookies-with-prototype',
      'query-with-prototype',
      'params-with-prototype',
      'json-prototype',
      'json-escaped-prototype',
      'form-with-prototype',
    ],
  ],
  [
    'another check refuses the same request with another status, and no handler runs: the parser, the router or the list of known hosts',
    [
      'method-folded',
      'target-dot-segments',
      'target-encoded-dots',
      'target-absolute-form',
      'not-found-before-malformed',
      'gate-host-missing',
      'gate-lengths-disagree',
    ],
  ],
  [
    'the answers are the same; what the time tells is the matter of --timing, which fails no run',
    ['equal-by-operator'],
  ],
  [
    'it concerns answers that decide over no credential',
    [
      'allow-without-head',
      'challenges-on-every-error',
      'head-with-body',
      'exception-error-takes-all',
      'exception-exact-class',
      'exception-handler-falls-through',
      'exception-by-identity',
    ],
  ],
  [
    'over a socket nobody joins lines; --in-process sends what has a comma over one too',
    ['header-comma-without-socket'],
  ],
  ['the example has no callable with a scheme of its own', ['named-forgets-scheme']],
  ['its paths have no rest', ['path-empty-rest', 'path-captures-left-over', 'path-rest-first']],
  ['the base of the example has no index', ['base-as-prefix-only']],
  [
    'the reference page is open in the example; guarded or closed, it is no operation of the plan',
    [
      'docs-guard-dropped',
      'docs-document-open',
      'docs-updates-open',
      'docs-false-ignored',
      'docs-prefill-for-anybody',
      'docs-prefill-rebinding',
    ],
  ],
  [
    'the example limits no failures; where an application does, a run meets its 429 and calls that inconclusive',
    [
      'throttle-never-counts',
      'throttle-counts-everybody',
      'throttle-counts-passes',
      'throttle-after-the-hook',
      'throttle-without-retry-after',
      'throttle-one-more',
      'throttle-for-everybody',
      'throttle-all-operations',
      'throttle-per-address',
      'throttle-window-restarts',
      'throttle-window-in-minutes',
      'throttle-not-shared',
      'throttle-storage-breaks-requests',
    ],
  ],
  [
    'the example grants no other origin, and what a browser may read decides over no credential',
    [
      'cors-echoes-origin',
      'cors-suffix',
      'cors-null',
      'cors-without-vary',
      'cors-credentials-for-all',
      'cors-preflight-by-origin',
    ],
  ],
  [
    'sizes and times are settings: a run that tried them would send megabytes, or wait for minutes',
    [
      'gate-target-unlimited',
      'gate-headers-unlimited',
      'limit-body-off-by-factor',
      'limit-fields-off-by-factor',
      'limit-headers-off-by-factor',
      'limit-target-off-by-factor',
      'limit-header-time-off-by-factor',
      'limit-request-time-off-by-factor',
      'guard-parser-limit',
      'header-deadline-never',
      'request-deadline-never',
      'body-limit-in-kilobytes',
      'body-declared-length-ignored',
      'body-limit-per-chunk',
      'form-fields-unlimited',
      'multipart-parts-unlimited',
    ],
  ],
  [
    'a run reads answers, and not how the connection or the process ends',
    [
      'guard-parser-error-bare',
      'guard-twice',
      'guard-upgrade-with-body',
      'continue-at-once',
      'drain-drops-at-once',
      'drain-keeps-alive',
      'drain-keeps-late-ones-alive',
      'drain-waits-for-streams',
      'drain-without-cap',
      'drain-second-signal',
      'body-closed-early-is-whole',
    ],
  ],
  [
    'a second check behind it says the same: what a hook returns is looked at again, and a clock in the seal beside it',
    ['session-hook-not-awaited', 'session-hook-ignored', 'seal-clock-of-the-machine'],
  ],
  [
    'it takes a second fault to show: a polluted prototype, a value of our own with a line end, or a server without a Host',
    ['superuser-inherited', 'content-inherited', 'cookie-injection', 'csrf-null-trusted'],
  ],
  [
    'it takes a store that is slow or shared; that of a run answers at once',
    ['logout-not-awaited', 'revocation-not-awaited'],
  ],
  [
    'no verdict of a request shows it: the seal is good either way',
    ['rotation-oldest-seals', 'keys-shared', 'renewal-always', 'renewal-new-id', 'cookie-too-large'],
  ],
  [
    'secrets and proxies are settings of the place where the server runs, and a run brings its own',
    ['secret-short', 'secrets-in-one', 'cookies-plain-behind-proxy', 'cookies-plain-for-public-http'],
  ],
  ['only code that mounts a router after it was listed could tell', ['mount-not-sealed']],
  ['only a handler behind a later member that reads the session could tell', ['session-set-too-early']],
  [
    'it concerns bodies after authentication; what a handler makes of one no run knows',
    ['body-any-type-is-json', 'body-lenient-utf8'],
  ],
]

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
    id: 'server/drain-server.ts#acceptWaiting/off-by-one.2',
    judge: 'suite',
    reason: 'a turn of the loop more or less: how many there are is a guess that is meant to be generous',
  },
  {
    id: 'server/http/revocations.ts#SharedRevocations.ask/off-by-one.1',
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
