import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict'
import { openProject, type OpenedProject } from 'svc/testing'
import { openDatabase } from '../lib/database.ts'

interface Person {
  readonly email: string
  readonly username: string
  readonly token: string
}

type Json = any // oxlint-disable-line typescript/no-explicit-any -- answers are compared member by member

describe('conduit', () => {
  let project: OpenedProject
  let close: () => void

  before(async () => {
    close = await openDatabase()
    project = await openProject(new URL('..', import.meta.url).pathname)
  })

  after(async () => {
    await project.close()
    close()
  })

  async function send(
    token: string | null,
    line: string,
    body?: object,
  ): Promise<readonly [status: number, body: Json]> {
    const [method = '', path = ''] = line.split(' ')
    const response = await project.api.fetch(
      new Request(`http://localhost/api${path}`, {
        method,
        headers: {
          ...(token === null ? {} : { authorization: `Token ${token}` }),
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
    )
    const text = await response.text()
    return [response.status, text === '' ? '' : JSON.parse(text)]
  }

  async function register(username: string): Promise<Person> {
    const user = { username, email: `${username}@conduit.example`, password: `${username}-4711` }
    const [status, answer] = await send(null, 'POST /users', { user })
    equal(status, 201)
    return answer.user
  }

  async function write(author: Person, title: string, tagList?: readonly string[]): Promise<Json> {
    const article = { title, description: 'In short', body: 'At length', ...(tagList ? { tagList } : {}) }
    const [status, answer] = await send(author.token, 'POST /articles', { article })
    equal(status, 201)
    return answer.article
  }

  describe('users', () => {
    it('register, log in, see themselves, and get no password', async () => {
      const anna = await register('anna')
      const shown = { username: 'anna', email: 'anna@conduit.example', bio: '', image: '' }
      const [status, answer] = await send(null, 'POST /users/login', {
        user: { email: 'anna@conduit.example', password: 'anna-4711' },
      })
      const { token, ...rest } = answer.user
      deepEqual([status, rest], [200, shown])
      const [, { user }] = await send(token, 'GET /user')
      deepEqual({ ...user, token: '' }, { ...shown, token: '' })
      equal((await send(anna.token, 'GET /user'))[0], 200)
      const { iat, exp } = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString())
      ok(exp - iat <= 86_400, 'a token ends within a day')
    })

    it('are refused with a wrong password, an unknown address, and without a token', async () => {
      await register('berta')
      const wrong = { user: { email: 'berta@conduit.example', password: 'anna-4711' } }
      deepEqual(await send(null, 'POST /users/login', wrong), [401, { errors: { body: ['Wrong email or password'] } }])
      const unknown = { user: { email: 'unknown@conduit.example', password: 'anna-4711' } }
      deepEqual(await send(null, 'POST /users/login', unknown), [
        401,
        { errors: { body: ['Wrong email or password'] } },
      ])
      equal((await send(null, 'GET /user'))[0], 401)
      equal((await send('x.y.z', 'GET /user'))[0], 401)
      equal((await send(null, 'PUT /user', { user: { bio: 'x' } }))[0], 401)
    })

    it('have a name and an address of their own', async () => {
      await register('carla')
      const taken = (user: object): Promise<unknown> =>
        send(null, 'POST /users', { user: { password: 'x-4711-x', ...user } })
      deepEqual(await taken({ username: 'carla', email: 'new@conduit.example' }), [
        422,
        { errors: { body: ['username is taken'] } },
      ])
      deepEqual(await taken({ username: 'new', email: 'carla@conduit.example' }), [
        422,
        { errors: { body: ['email is taken'] } },
      ])
      const [status, { errors }] = await send(null, 'POST /users', { user: { username: 'new', email: 'no address' } })
      equal(status, 422)
      deepEqual(
        errors.body.map((line: string) => line.split(':')[0]),
        ['user.email', 'user.password'],
      )
    })

    it('change what is said of them, and log in with what they changed', async () => {
      const dora = await register('dora')
      const user = {
        email: 'd@conduit.example',
        username: 'd',
        password: 'tulip-0815',
        bio: 'I write',
        image: 'http://x/y.png',
      }
      const [status, answer] = await send(dora.token, 'PUT /user', { user })
      const { password: _, ...shown } = user
      deepEqual([status, { ...answer.user, token: '' }], [200, { ...shown, token: '' }])
      equal((await send(null, 'POST /users/login', { user: { email: user.email, password: user.password } }))[0], 200)
      equal((await send(null, 'POST /users/login', { user: { email: user.email, password: 'dora-4711' } }))[0], 401)
      const [, one] = await send(dora.token, 'PUT /user', { user: { bio: '' } })
      deepEqual([one.user.bio, one.user.username], ['', 'd'])
      equal((await send(dora.token, 'PUT /user', { user: {} }))[0], 422)
    })
  })

  describe('profiles', () => {
    it('are public, and say whom the viewer follows', async () => {
      const [emma, fred] = [await register('emma'), await register('fred')]
      const profile = { username: 'fred', bio: '', image: '', following: false }
      deepEqual(await send(null, 'GET /profiles/fred'), [200, { profile }])
      deepEqual(await send(emma.token, 'POST /profiles/fred/follow'), [
        200,
        { profile: { ...profile, following: true } },
      ])
      equal((await send(emma.token, 'POST /profiles/fred/follow'))[0], 200)
      deepEqual(await send(emma.token, 'GET /profiles/fred'), [200, { profile: { ...profile, following: true } }])
      deepEqual(await send(fred.token, 'GET /profiles/fred'), [200, { profile }])
      deepEqual(await send(emma.token, 'DELETE /profiles/fred/follow'), [200, { profile }])
      equal((await send(null, 'POST /profiles/fred/follow'))[0], 401)
      equal((await send(null, 'DELETE /profiles/fred/follow'))[0], 401)
      equal((await send(null, 'GET /profiles/unknown'))[0], 404)
      equal((await send(emma.token, 'POST /profiles/unknown/follow'))[0], 404)
    })
  })

  describe('articles', () => {
    it('are written, read by everybody, changed and deleted by their author', async () => {
      const gina = await register('gina')
      const article = await write(gina, 'How to train', ['training', 'dragons', 'dragons'])
      deepEqual(
        { ...article, createdAt: '', updatedAt: '' },
        {
          slug: 'how-to-train',
          title: 'How to train',
          description: 'In short',
          body: 'At length',
          tagList: ['dragons', 'training'],
          createdAt: '',
          updatedAt: '',
          favorited: false,
          favoritesCount: 0,
          author: { username: 'gina', bio: '', image: '', following: false },
        },
      )
      match(article.createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      deepEqual(await send(null, 'GET /articles/how-to-train'), [200, { article }])
      const again = await write(gina, 'How to train')
      notEqual(again.slug, article.slug)
      deepEqual(again.tagList, [])
      const [, changed] = await send(gina.token, 'PUT /articles/how-to-train', { article: { body: 'Slowly' } })
      deepEqual([changed.article.body, changed.article.slug], ['Slowly', 'how-to-train'])
      const [, renamed] = await send(gina.token, 'PUT /articles/how-to-train', { article: { title: 'How to rest' } })
      equal(renamed.article.slug, 'how-to-rest')
      equal((await send(null, 'GET /articles/how-to-train'))[0], 404)
      deepEqual(await send(gina.token, 'DELETE /articles/how-to-rest'), [204, ''])
      equal((await send(null, 'GET /articles/how-to-rest'))[0], 404)
    })

    it('are not changed or deleted by others', async () => {
      const [hans, ida] = [await register('hans'), await register('ida')]
      const { slug } = await write(hans, 'Mine')
      const body = { article: { body: 'Yours' } }
      equal((await send(ida.token, `PUT /articles/${slug}`, body))[0], 403)
      equal((await send(ida.token, `DELETE /articles/${slug}`))[0], 403)
      equal((await send(null, `PUT /articles/${slug}`, body))[0], 401)
      equal((await send(null, `DELETE /articles/${slug}`))[0], 401)
      equal((await send(null, 'POST /articles', { article: { title: 'x', description: 'x', body: 'x' } }))[0], 401)
      equal((await send(ida.token, 'PUT /articles/none', body))[0], 404)
      const gift = { article: { body: 'Ours', author: 'ida' } }
      equal((await send(hans.token, `PUT /articles/${slug}`, gift))[1].article.author.username, 'hans')
      equal((await send(hans.token, 'POST /articles', { article: { title: 'x' } }))[0], 422)
      equal((await send(null, `GET /articles/${slug}`))[1].article.body, 'Ours')
    })

    it('are listed, newest first, by tag, author and who favours them, in pages', async () => {
      const [jane, kurt] = [await register('jane'), await register('kurt')]
      for (const title of ['One', 'Two', 'Three']) await write(jane, title, ['numbers', title])
      await send(kurt.token, 'POST /articles/two/favorite')
      const slugs = async (query: string): Promise<readonly [readonly string[], number]> => {
        const [status, { articles, articlesCount }] = await send(null, `GET /articles?${query}`)
        equal(status, 200)
        ok(articles.every((article: object) => !('body' in article)))
        return [articles.map(({ slug }: { slug: string }) => slug), articlesCount]
      }
      deepEqual(await slugs('author=jane'), [['three', 'two', 'one'], 3])
      deepEqual(await slugs('author=jane&limit=1&offset=1'), [['two'], 3])
      deepEqual(await slugs('tag=Two'), [['two'], 1])
      deepEqual(await slugs('favorited=kurt'), [['two'], 1])
      deepEqual(await slugs('author=kurt'), [[], 0])
      deepEqual(await slugs("author=' or 1=1 --"), [[], 0])
      equal((await send(null, 'GET /articles?limit=0'))[0], 422)
      const [, { articles }] = await send(kurt.token, 'GET /articles?tag=Two')
      deepEqual([articles[0].favorited, articles[0].favoritesCount], [true, 1])
    })

    it('are in the feed of those who follow their author', async () => {
      const [lena, mark] = [await register('lena'), await register('mark')]
      await write(mark, 'For followers')
      deepEqual((await send(lena.token, 'GET /articles/feed'))[1], { articles: [], articlesCount: 0 })
      await send(lena.token, 'POST /profiles/mark/follow')
      const [status, { articles, articlesCount }] = await send(lena.token, 'GET /articles/feed?limit=5')
      deepEqual(
        [status, articlesCount, articles[0].slug, articles[0].author.following],
        [200, 1, 'for-followers', true],
      )
      equal((await send(null, 'GET /articles/feed'))[0], 401)
    })

    it('are favoured, once by each', async () => {
      const [nina, otto] = [await register('nina'), await register('otto')]
      const { slug } = await write(nina, 'Good')
      const counts = async (person: Person, method: string): Promise<unknown> => {
        const [status, { article }] = await send(person.token, `${method} /articles/${slug}/favorite`)
        return [status, article.favorited, article.favoritesCount]
      }
      deepEqual(await counts(otto, 'POST'), [200, true, 1])
      deepEqual(await counts(otto, 'POST'), [200, true, 1])
      deepEqual(await counts(nina, 'POST'), [200, true, 2])
      deepEqual(await counts(otto, 'DELETE'), [200, false, 1])
      equal((await send(null, `POST /articles/${slug}/favorite`))[0], 401)
      equal((await send(null, `DELETE /articles/${slug}/favorite`))[0], 401)
      equal((await send(otto.token, 'POST /articles/none/favorite'))[0], 404)
    })
  })

  describe('comments', () => {
    it('are written by users, read by everybody, deleted by their author under their article', async () => {
      const [paul, rosa] = [await register('paul'), await register('rosa')]
      const [{ slug }, other] = [await write(paul, 'Say'), await write(paul, 'Say more')]
      const [status, { comment }] = await send(rosa.token, `POST /articles/${slug}/comments`, {
        comment: { body: 'Well' },
      })
      const author = { username: 'rosa', bio: '', image: '', following: false }
      deepEqual([status, comment.body, comment.author], [200, 'Well', author])
      deepEqual(await send(null, `GET /articles/${slug}/comments`), [200, { comments: [comment] }])
      const one = `DELETE /articles/${slug}/comments/${comment.id}`
      equal((await send(null, one))[0], 401)
      equal((await send(paul.token, one))[0], 403)
      equal((await send(rosa.token, `DELETE /articles/${other.slug}/comments/${comment.id}`))[0], 404)
      equal((await send(rosa.token, `DELETE /articles/${slug}/comments/x`))[0], 422)
      deepEqual(await send(rosa.token, one), [204, ''])
      equal((await send(rosa.token, one))[0], 404)
      deepEqual(await send(null, `GET /articles/${slug}/comments`), [200, { comments: [] }])
      equal((await send(null, `POST /articles/${slug}/comments`, { comment: { body: 'x' } }))[0], 401)
      equal((await send(rosa.token, `POST /articles/${slug}/comments`, { comment: {} }))[0], 422)
    })
  })

  it('lists tags, each once', async () => {
    const sara = await register('sara')
    await write(sara, 'Tagged', ['b', 'a'])
    await write(sara, 'Tagged too', ['a'])
    const [status, { tags }] = await send(null, 'GET /tags')
    equal(status, 200)
    deepEqual(
      tags.filter((tag: string) => tag.length === 1),
      ['a', 'b'],
    )
  })
})
