import { expect } from 'chai'
import { requireName, suggestName } from './project-name.ts'

describe('the name of a new project', () => {
  const suggested: Readonly<Record<string, string>> = {
    '/srv/pets': 'pets',
    '/srv/My Pets (2)': 'my-pets-2',
    '/srv/.hidden': 'hidden',
    '/srv/svc': 'my-svc',
    '/srv/SVC': 'my-svc',
    '/srv/Café Zürich': 'cafe-zurich',
    '/srv/日本': 'my-api',
    '/': 'my-api',
  }
  for (const [root, name] of Object.entries(suggested)) {
    it(`is ${name} for ${root}`, () => {
      expect(suggestName(root)).to.equal(name)
      expect(requireName(name)).to.equal(name)
    })
  }

  it('may have a scope', () => expect(requireName('@acme/pets')).to.equal('@acme/pets'))

  for (const name of ['', 'Pets', 'svc', '../x', '@/x', '@scope', '@scope/', '@a/b/c', 'a b', '-x']) {
    it(`is refused: ${JSON.stringify(name)}`, () => {
      expect(() => requireName(name)).to.throw(/^--name ".*" {2}is not a package name\. Use lower-case/)
    })
  }
})
