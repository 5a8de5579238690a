import { askOwn } from './own-request.ts'
import type { Page } from './page-state.ts'
import type { Remedy } from './remedies.ts'
import type { OperationFacts } from './schemes.ts'
import { logOut } from './session.ts'

/** Does what a remedy says, in the open request of an operation. */
export function mend(remedy: Remedy, page: Page, facts: OperationFacts | undefined): void {
  switch (remedy.type) {
    case 'fill':
      return focusRow(remedy.scheme)
    case 'login':
      // Who is logged in already has to leave before the fields are there.
      void (page.vault.login === undefined ? Promise.resolve() : logOut(page)).then(() => focusRow(remedy.scheme))
      return
    case 'use':
      if (facts) page.vault.pick(facts.id, remedy.way)
      document.querySelector<HTMLElement>('svc-request')?.scrollIntoView({ block: 'nearest' })
      return
    case 'open':
      void openSource(remedy.source, page)
  }
}

/** The first empty field of a scheme, else its last, whose text is then selected: what is typed takes its place. */
function focusRow(scheme: string): void {
  const row = [...document.querySelectorAll('svc-request .svc-row')].find(
    (candidate) => candidate.getAttribute('aria-label') === scheme,
  )
  const fields = [...(row?.querySelectorAll('input') ?? [])].filter((field) => field.checkVisibility())
  const field = fields.find(({ value }) => value === '') ?? fields.at(-1)
  row?.scrollIntoView({ block: 'nearest' })
  field?.focus()
  field?.select()
}

/** The editor runs where the server runs: it opens a place that a refusal named, and no other. */
async function openSource(source: string, page: Page): Promise<void> {
  const url = new URL('docs/open', location.href)
  url.search = location.search
  url.searchParams.set('page', page.explanations.page)
  url.searchParams.set('at', source)
  const answer = await askOwn(url).catch(() => undefined)
  if (answer?.ok) return
  // Where no editor is known, the position is there to be pasted into one.
  await navigator.clipboard?.writeText(source).catch(() => undefined)
  page.explanations.note(
    `${source} was copied: no editor is known. Name its command in SVC_EDITOR where svc dev runs, such as SVC_EDITOR=code.`,
  )
}
