import { resource } from 'svc/security'
import type { Guide } from './tokens.ts'

export class Closed extends Error {
  override readonly name = 'Closed'
}

export interface Exhibit {
  readonly id: string
  readonly museum: string
  readonly title: string
  readonly insured: number
}

/** The exhibits of all museums; every question names the museum. */
class Exhibits {
  readonly #rows: Exhibit[] = [
    { id: 'x-1', museum: 'north', title: 'A sledge', insured: 4_000 },
    { id: 'x-2', museum: 'harbour', title: 'An anchor', insured: 900 },
    { id: 'x-3', museum: 'north', title: 'A lamp of bone', insured: 12_000 },
    { id: 'x-4', museum: 'harbour', title: 'A figurehead', insured: 31_000 },
  ]

  async list(museum: string): Promise<readonly Exhibit[]> {
    return this.#rows.filter((row) => row.museum === museum)
  }

  async find(museum: string, id: string): Promise<Exhibit | undefined> {
    return this.#rows.find((row) => row.museum === museum && row.id === id)
  }

  async add(museum: string, title: string): Promise<Exhibit> {
    if (title === 'closed') throw new Closed()
    const row = { id: `x-${this.#rows.length + 1}`, museum, title, insured: 0 }
    this.#rows.push(row)
    return row
  }

  async remove(museum: string, id: string): Promise<void> {
    const at = this.#rows.findIndex((row) => row.museum === museum && row.id === id)
    if (at >= 0) this.#rows.splice(at, 1, { id: '', museum: '', title: '', insured: 0 })
  }
}

export const exhibits = new Exhibits()

/** Of the museum of who asks. */
export const exhibit = resource('exhibit', {
  load: ({ auth, params }: { auth: Guide; params: { id: string } }) => exhibits.find(auth.museum, params.id),
  may: (found, { auth }: { auth: Guide }) => found.museum === auth.museum,
})
