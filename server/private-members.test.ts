import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { listSources, ROOT } from '../fixtures/sources.ts'

/** Names that begin with an underscore, where they are members: `object._name`, and in types of such objects. */
const MEMBER = /(?:[.?]|(?:[{,]\s*|^\s*(?:readonly )?)(?=\w+\??[:(]))(_[a-z]\w*)/gm

/** Members with an underscore that may be used elsewhere. */
const PUBLIC: Readonly<Record<string, readonly string[]>> = {
  // An argument that is not used.
  'server/auth/session-auth.ts': ['_request'],
  'server/auth/superuser.ts': ['_request'],
  // Documented: every readable stream implements it.
  'server/listening/guard-server.ts': ['_read'],
  // Of srvx, which exports the type.
  'server/listening/send-stream.ts': ['_toNodeResponse'],
}

/** Code of browsers and of users. */
const isElsewhere = (file: string): boolean => /^(?:bin\/init\/template|server\/openapi\/page)\//.test(file)

describe('private members of Node', () => {
  it('are used in one file', () => {
    const found: string[] = []
    for (const file of [...listSources('server'), ...listSources('bin')]) {
      if (file === 'server/http/private-members.ts' || isElsewhere(file)) continue
      for (const [, name = ''] of readFileSync(join(ROOT, file), 'utf8').matchAll(MEMBER)) {
        if (PUBLIC[file]?.includes(name) !== true) found.push(`${file} ${name}`)
      }
    }
    expect(found).to.deep.equal([])
  })

  it('are found by the pattern in the file that has them', () => {
    const text = readFileSync(join(ROOT, 'server/http/private-members.ts'), 'utf8')
    const names = new Set([...text.matchAll(MEMBER)].map(([, name = '']) => name))
    expect([...names]).to.have.members(['_consuming', '_dumped', '_readableState', '_send'])
  })
})
