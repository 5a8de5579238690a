import { make, makeButton } from './dom.ts'

/** A field; one for a secret has a button beside it that shows what was typed. */
export function withEye(input: HTMLInputElement): HTMLElement {
  if (input.type !== 'password') return input
  const eye = makeButton('', () => {
    const isShown = input.type === 'password'
    input.type = isShown ? 'text' : 'password'
    eye.setAttribute('aria-pressed', String(isShown))
  })
  eye.classList.add('svc-eye')
  eye.setAttribute('aria-label', `Show ${input.getAttribute('aria-label')}`)
  eye.setAttribute('aria-pressed', 'false')
  return make('span', { className: 'svc-secret' }, input, eye)
}
