import { expect } from 'chai'
import type { RequestData } from '../model/request.ts'
import type { Replayed } from '../replay/replay.ts'
import { sampleRoute, sampleScenario } from '../testdata/samples.ts'
import { judgeDistinct, judgeIdentity } from './distinct.ts'
import { answer, control, entry } from './testdata/judging.ts'

/** The request of a user and its answer. */
function sent(
  user: string,
  body: string,
  more: Partial<Replayed> & { readonly identity?: readonly string[] },
): Replayed {
  const { identity, ...rest } = more
  const request: RequestData = { method: 'GET', target: '/me', headers: [['X-Key', user]], body: user }
  const step = { request, expect: 'allow' as const, ...(identity && { extra: { about: 'users' as const, identity } }) }
  return { step, request, bytes: '', probe: undefined, answer: answer(200, body), startedAt: 0, duration: 0, ...rest }
}

const RUN = { operation: 'GET /me', isProtected: true, afterPass: true }

describe('values of which each answer has its own', () => {
  const given = (...users: readonly (readonly [user: string, taken: string | undefined])[]): readonly Replayed[] =>
    users.map(([user, taken]) => sent(user, '', taken === undefined ? {} : { taken }))
  const distinct = sampleScenario(sampleRoute(), 'login.parallel', { extra: { about: 'distinct' } })
  const saidOf = (replayed: readonly Replayed[], scenario = distinct, isOurs = true): string => {
    const { problems, conventions } = judgeDistinct(
      scenario,
      replayed,
      replayed.length - 1,
      isOurs ? entry() : undefined,
    )
    return [...problems.map(({ got }) => got), ...conventions.map(({ got }) => `(${got})`)].join()
  }
  const SHARED = 'the value of answer 1 again in answer 3'

  it('are fine if they differ', () => {
    expect(saidOf(given(['ann', 'a'], ['ann', 'b'], ['bob', 'c']))).to.equal('')
  })
  for (const [first, second, third, isCounted] of [
    ['10009', '10010', '10011', true],
    ['session-7', 'session-8', 'session-12', true],
    ['65f1a2b3c4d5e6f708090a0e', '65f1a2b3c4d5e6f708090a0f', '65f1a2b3c4d5e6f708090a10', true],
    ['104422', '998310', '551702', false],
    ['3f2c8a1e-9b7d', '91d0c4aa-5e21', '0c77be12-d3f9', false],
    ['aa', 'ab', 'ac', false],
  ] as const)
    it(`${isCounted ? 'may not be' : 'are not'} counted up: ${first}, ${second}, ${third}`, () => {
      const said = saidOf(given(['ann', first], ['bob', second], ['ann', third]))
      expect(said).to.equal(isCounted ? 'a number that is counted up from one answer to the next' : '')
    })
  it('are judged as counted up with the last answer alone', () => {
    const { problems } = judgeDistinct(distinct, given(['ann', '10009'], ['bob', '10010']), 0, entry())
    expect(problems).to.deep.equal([])
  })
  it('are a finding if two are one', () => {
    expect(saidOf(given(['ann', 'a'], ['ann', 'b'], ['bob', 'a']))).to.equal(SHARED)
  })
  it('of one user are only unusual on another server', () => {
    expect(saidOf(given(['ann', 'a'], ['bob', 'b'], ['ann', 'a']), distinct, false)).to.equal(`(${SHARED})`)
  })
  it('of two users are a finding on another server, too', () => {
    expect(saidOf(given(['ann', 'a'], ['ann', 'b'], ['bob', 'a']), distinct, false)).to.equal(SHARED)
  })
  it('are not compared where an answer has none', () => {
    expect(saidOf(given(['ann', undefined], ['bob', undefined]))).to.equal('')
  })
  it('are not compared in other scenarios', () => {
    expect(saidOf(given(['ann', 'a'], ['bob', 'a']), sampleScenario(sampleRoute(), 'valid'))).to.equal('')
  })
})

describe('answers of two users', () => {
  const [ANN, BOB] = [
    ['ann@x.test', 'Ann'],
    ['bob@x.test', 'Bob'],
  ] as const
  type Given = readonly [title: string, ann: string, bob: string, said: string]
  const CASES: readonly Given[] = [
    ['each with its own', 'hello Ann', 'hello Bob', ''],
    ["one with the other's", 'hello Bob', 'hello Bob', 'other-user'],
    ['one with both', 'Ann and Bob', 'hello Bob', ''],
    ['without names', 'hello', 'hello', ''],
    ["the other's name where the other's answer has none", 'hello Bob', 'hello', ''],
    ['the name as a part of another word', 'hello Bobby', 'hello Bob', ''],
    ['the name as a word after such a part', 'Bobby, Bob', 'hello Bob', 'other-user'],
    ['the name beside letters of another alphabet', 'hello éBob', 'hello Bob', ''],
  ]
  for (const [title, ann, bob, said] of CASES) {
    it(`${title}: ${said || 'fine'}`, () => {
      const bytes = (text: string): string => Buffer.from(text).toString('latin1')
      const replayed = [sent('ann', bytes(ann), { identity: ANN }), sent('bob', bytes(bob), { identity: BOB })]
      const { problems } = judgeIdentity(replayed, 0, undefined)
      expect(problems.map(({ code }) => code).join()).to.equal(said)
    })
  }

  it("a text that the user's own control holds is not a sign of another", () => {
    const replayed = [sent('ann', 'friend of Bob', { identity: ANN }), sent('bob', 'Bob', { identity: BOB })]
    const own = { request: (replayed[0] as Replayed).request, answer: answer(200, 'friend of Bob') }
    expect(judgeIdentity(replayed, 0, own).problems).to.deep.equal([])
    expect(judgeIdentity(replayed, 0, control(own.answer)).problems).to.have.length(1)
  })

  it('a principal of its own that names the other is a second key of one customer; the same principal is another ones', () => {
    const replayed = [sent('ann', 'Ann', { identity: ANN }), sent('bob', 'Ann', { identity: BOB })]
    const alone = new Map<string, string>()
    const judge = (isParallel: boolean, principals: readonly object[]): readonly string[] => {
      const entries = principals.map((auth) => entry({ runs: [{ ...RUN, auth }] }))
      return judgeIdentity(replayed, 1, undefined, { entries, isParallel, alone }).problems.map(({ code }) => code)
    }
    const codesOf = (...principals: readonly object[]): readonly string[] => judge(false, principals)
    expect(codesOf({ id: 'Ann', key: 'new' }, { id: 'Ann', key: 'old' })).to.deep.equal([])
    // At the same time it says what it says alone, or what another request has left.
    expect(
      judge(true, [
        { id: 'Ann', key: 'new' },
        { id: 'Ann', key: 'old' },
      ]),
    ).to.deep.equal([])
    expect(
      judge(true, [
        { id: 'Ann', key: 'new' },
        { id: 'Ann', key: 'third' },
      ]),
    ).to.deep.equal(['other-user'])
    expect(codesOf({ id: 'Ann' }, { id: 'Ann' })).to.deep.equal(['other-user'])
    expect(codesOf({ id: 'Ann' }, { id: 'Bob' })).to.deep.equal(['other-user'])
  })

  it('an answer that says what its own user alone has was made for that user', () => {
    const replayed = [
      sent('ann', 'on duty: Bob, at north', { identity: ANN }),
      sent('bob', 'on duty: Bob, at south', { identity: BOB }),
    ]
    const judge = (...principals: readonly object[]): number => {
      const entries = principals.map((auth) => entry({ runs: [{ ...RUN, auth }] }))
      return judgeIdentity(replayed, 0, undefined, { entries, isParallel: false, alone: new Map() }).problems.length
    }
    expect(judge({ id: 'a-1', post: 'north' }, { id: 'b-2', post: 'south' })).to.equal(0)
    expect(judge({ id: 'a-1', post: 'north' }, { id: 'b-2', post: 'north' })).to.equal(1)
    expect(judge({ id: 'b-2', post: 'south' }, { id: 'b-2', post: 'south' })).to.equal(1)
  })

  it('one of several may have the answer of another user while the first of the other user has it too', () => {
    const [ann, bob] = [{ identity: ANN }, { identity: BOB }]
    const replayed = [
      sent('ann', 'Bob', ann),
      sent('bob', 'Ann', bob),
      sent('ann', 'Ann', ann),
      sent('bob', 'Bob', bob),
    ]
    expect(judgeIdentity(replayed, 0, undefined).problems).to.have.length(1)
  })

  const CLAIMS: readonly (readonly [title: string, claimed: Replayed['answer'], last: string, said: string])[] = [
    ["that is answered as the other's", answer(200, '[2]'), '[1]', 'named-user'],
    ['that is answered as its own', answer(200, '[1]'), '[1]', ''],
    ['where the own answers differ', answer(200, '[2]'), '[2]', ''],
    ['that is refused with the name of the other', answer(403, 'Ann is not Bob'), '[1]', ''],
    ['that is refused with the name of the other alone', answer(403, 'no Bob'), 'Bob', ''],
    ['whose answer names the other', answer(200, 'no Bob'), 'Bob', 'named-user'],
  ]
  for (const [title, claimed, last, said] of CLAIMS) {
    it(`a claim to be another ${title}: ${said || 'fine'}`, () => {
      const own = { identity: ANN }
      const claim = sent('ann', '', { ...own, answer: claimed })
      const isNamed = last === 'Bob'
      const replayed = [
        sent('ann', '[1]', own),
        sent('bob', isNamed ? 'Bob' : '[2]', { identity: BOB }),
        { ...claim, step: { ...claim.step, expect: 'answered' as const } },
        sent('ann', isNamed ? '[1]' : last, own),
      ]
      const { problems } = judgeIdentity(replayed, 2, undefined)
      expect(problems.map(({ code }) => code).join()).to.equal(said)
    })
  }

  it('a claim whose answer is what the own user got before the other asked says nothing', () => {
    const list = 'sold by Bob'
    const own = { identity: ANN }
    const claim = sent('ann', list, own)
    const replayed = [
      sent('ann', list, own),
      sent('bob', list, { identity: BOB }),
      { ...claim, step: { ...claim.step, expect: 'answered' as const } },
    ]
    expect(judgeIdentity(replayed, 2, undefined).problems).to.deep.equal([])
  })

  it('a name that both have says nothing', () => {
    const both = [
      sent('ann', 'Team', { identity: ['ann', 'Team'] }),
      sent('bob', 'Team', { identity: ['bob', 'Team'] }),
    ]
    expect(judgeIdentity(both, 0, undefined).problems).to.deep.equal([])
  })
})
