import { expect } from 'chai'
import { sampleRoute } from '../testdata/samples.ts'
import { sentIn } from './mailed.ts'

const HEADER =
  'Subject: Welcome\nDate: Tue, 01 Dec 2026 15:04:05 +0000\nMessage-ID: <20261201.4711@localhost>\nTo: ann@svc.invalid\n'
const ROUTES = [sampleRoute({ method: 'GET', path: '/activate/[uid]/[token]' }), sampleRoute({ path: '/notes' })]

const codeIn = (body: string, header = HEADER): string | undefined => sentIn(`${header}\n${body}`, ROUTES).code

describe('the code of a mail', () => {
  const table: readonly (readonly [title: string, body: string, code: string | undefined])[] = [
    ['behind a colon', 'Welcome in 2026!\n\nYour code is: 481137', '481137'],
    ['in a line of its own', 'Enter this:\n\n    481137\n', '481137'],
    ['in two groups', 'Your code: 481 137', '481137'],
    ['with a dash', 'Your code: 481-137', '481137'],
    ['below how long it is valid', 'Use it to go on. The code is valid for 10 minutes.\n\n481137\n', '481137'],
    ['before how long it is valid', '481137 is your Svc code. It is valid for 10 minutes.', '481137'],
    ['above an article of the help', 'Your code is 481137\n\nSee https://help.test/articles/360012345678', '481137'],
    ['below the mail on the web', 'https://mails.test/view/9f8e7d6c5b4a3f2e\nYour code is 481137', '481137'],
    ['in HTML with a colour', '<body style="color:#973168"><p>Your code</p>\n<h1>481137</h1></body>', '481137'],
    [
      'in HTML with a width',
      '<style>@media (max-width: 1024px) {}</style><p>Your code is</p><h1>481137</h1>',
      '481137',
    ],
    ['by the name of a parameter', 'https://app.test/welcome?lang=en&token=481137&x=1', '481137'],
    ['called a token, beside the address', 'https://app.test/reset?hash=YW5uQHN2Yy5pbnZhbGlk&token=f3a1-77', 'f3a1-77'],
    ['beside the name', 'https://app.test/reset?userKey=ann77&resetToken=9d2c-11', '9d2c-11'],
    ['in a fragment', 'https://app.test/reset#token=9d2c-1177', '9d2c-1177'],
    ['in a fragment with a path', 'https://app.test/#/reset?token=9d2c-1177', '9d2c-1177'],
    ['in the path of an operation', 'http://localhost:8000/activate/MTQ/9d2c1177', '9d2c1177'],
    [
      'behind a picture that counts readers',
      '<img src="https://t.test/open?key=8d7c6b5a4f3e"><a href="https://app.test/reset?token=9d2c1177">Reset</a>',
      '9d2c1177',
    ],
    ['nowhere', 'Welcome! You can log in now.', undefined],
  ]
  for (const [title, body, code] of table)
    it(`is found ${title}`, () => {
      expect(codeIn(body)).to.equal(code)
    })

  it('is found in the subject where the text has none', () => {
    expect(
      codeIn('Enter the code of the subject.', 'Subject: 481137 is your Svc code\nTo: ann@svc.invalid\n'),
    ).to.equal('481137')
  })

  it('comes with the values of its link, and that of the server is opened', () => {
    const sent = sentIn(
      `${HEADER}\nhttps://x.test/a?utm=77777777\nhttp://localhost:3000/activate/MTQ/9d2c1177.`,
      ROUTES,
    )
    expect(sent).to.deep.equal({
      link: '/activate/MTQ/9d2c1177',
      code: '9d2c1177',
      values: { uid: 'MTQ', token: '9d2c1177' },
    })
  })
})
