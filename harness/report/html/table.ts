import { html, type Markup } from './markup.ts'

/** A table that scrolls on a narrow screen, named by the heading with this id. */
export function matrix(
  heading: string,
  columns: readonly (string | Markup)[],
  rows: readonly Markup[],
  kind: 'matrix' | 'matrix families' = 'matrix',
): Markup {
  return html`<div class="scroll" role="group" aria-labelledby="${heading}" tabindex="0">
    <table class="${kind}">
      <thead>
        <tr>
          ${columns.map((column) => html`<th scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`
}

/** One number of a list of counts, under its name. */
export function count(name: string, value: string | number, kind?: string): Markup {
  return html`<div${kind !== undefined && html` class="${kind}"`}>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div> `
}
