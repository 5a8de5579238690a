import { expect } from 'chai'
import type { Expectation } from '../model/expectation.ts'
import { answer, denial, type Row, said, SECRET } from './testdata/judging.ts'

const TABLE: Readonly<Partial<Record<Expectation, readonly Row[]>>> = {
  allow: [
    ['it admits it', answer(204), {}, 'fine'],
    ['it lets everybody keep it', answer(200, '', ['cache-control', 'public']), {}, 'cache'],
    ['HEAD has a body', answer(200, 'x'), { method: 'HEAD' }, 'head-body'],
    ['it refuses a control', answer(401), { scenario: { control: 'is' } }, 'refused'],
    ['it refuses a role', answer(403), { scenario: { family: 'role' } }, 'refused'],
    ['it refuses another spelling', answer(403), {}, '(refused)'],
    ['it breaks', answer(500), {}, 'crash'],
    ['it wants more', answer(404), {}, 'inconclusive'],
    ['it wants other input', answer(400), {}, 'inconclusive'],
  ],
  deny: [
    ['it refuses in its own words', denial(401, 'Go away'), {}, 'fine'],
    ['it refuses in its own way', denial(403), {}, '(status)'],
    ['it admits it', answer(200), {}, 'accepted'],
    ['it admits a loose spelling', answer(200), { name: 'header.quoted' }, '(accepted)'],
    ['it shows the way to a login', answer(302), {}, '(redirect)'],
    ['it gives a choice', answer(300), {}, '(redirect)'],
    ['it finds nothing there', answer(404), {}, '(status) (cache) (sniff)'],
    ['it breaks', answer(500), {}, 'crash'],
    ['it shows a secret', denial(401, SECRET), {}, 'leak'],
  ],
  forbid: [
    ['it is a 403', answer(403), {}, 'fine'],
    ['it is another answer', answer(404), {}, 'status'],
    ['it is a 401', answer(401), {}, 'fine'],
  ],
  norun: [
    ['it refuses it', answer(404), {}, 'fine'],
    ['it gives a choice', answer(300, 'a'), { counterpart: answer(200), controlBody: 'a' }, 'fine'],
    [
      'it gives a choice to the good credential',
      answer(200, 'a'),
      { counterpart: answer(300), controlBody: 'a' },
      'not routed',
    ],
    ['it breaks', answer(500), {}, 'crash'],
    ['it does not route it with a good credential either', answer(200), {}, 'not routed'],
    ['it refuses the good credential', answer(200, 'a'), { counterpart: answer(404), controlBody: 'a' }, 'not routed'],
    [
      'it answers as with a good credential, but for a time',
      answer(200, '{"at":1}'),
      { counterpart: answer(200), controlBody: '{"at":27}' },
      'accepted',
    ],
    [
      'it answers with something else',
      answer(200, '{"at":1}'),
      { counterpart: answer(200), controlBody: '{"of":1}' },
      'not routed',
    ],
    ['it answers nothing at all', answer(200), { counterpart: answer(200), controlBody: '' }, 'not routed'],
    [
      'HEAD is as long as the good one',
      answer(200, '', ['content-length', '7']),
      { method: 'HEAD', counterpart: answer(200, '', ['content-length', '7']) },
      'accepted',
    ],
    [
      'HEAD is of another length',
      answer(200, '', ['content-length', '7']),
      { method: 'HEAD', counterpart: answer(200, '', ['content-length', '8']) },
      'not routed',
    ],
    ['HEAD has no length', answer(200), { method: 'HEAD', counterpart: answer(200) }, 'not routed'],
  ],
  parser: [
    ['it leads elsewhere', answer(302), {}, '(redirect) (cache) (sniff)'],
    ['it does not allow that', answer(405), {}, '(status) (cache) (sniff)'],
  ],
  public: [
    ['it finds nothing, and asks all the same', answer(404, '', ['www-authenticate', 'Basic']), {}, 'fine'],
    ['it asks for a credential', denial(), {}, 'refused'],
    ['it refuses without asking', answer(401), {}, 'fine'],
    ['it breaks', answer(500), {}, 'crash'],
  ],
}

for (const [expectation, rows] of Object.entries(TABLE)) {
  describe(`where "${expectation}" is expected of a server in another process`, () => {
    for (const [title, got, facts, words] of rows) {
      it(`and ${title}: ${words}`, () =>
        expect(said(expectation as Expectation, got, { ...facts, entry: undefined })).to.equal(words))
    }
  })
}
