import { plantCookies } from './cookie-jar.ts'
import { make, makeButton, type Shown } from './dom.ts'
import type { Offer, Page } from './page-state.ts'

/** The most lines that are kept of a conversation. */
const LINES = 500

/** Where an operation answered that it speaks WebSocket: opens one, shows what comes and goes, and closes it. */
export function makeSocket(page: Page, operation: () => string | undefined): Shown {
  const element = make('section', { className: 'svc-socket', 'aria-label': 'WebSocket', hidden: true })
  let shown: Offer | undefined
  let end: (() => void) | undefined
  return {
    element,
    update() {
      const id = operation()
      const offer = id === undefined ? undefined : page.offers.get(id)
      if (offer === shown) return
      shown = offer
      end?.()
      element.hidden = !offer
      if (offer) end = fill(element, offer)
      else element.replaceChildren()
    },
  }
}

/** @returns what ends the conversation */
function fill(element: HTMLElement, offer: Offer): () => void {
  const { unsent } = offer
  let socket: WebSocket | undefined
  const log = make('div', { className: 'svc-socket-log', role: 'log', tabIndex: 0, 'aria-label': 'Messages' })
  const field = make('input', { className: 'svc-field', placeholder: 'Message', 'aria-label': 'Message' })
  const open = makeButton('Connect', connect)
  const close = makeButton('Close', () => socket?.close(1000))
  const form = make(
    'form',
    { className: 'svc-fields' },
    field,
    make('button', { className: 'svc-button', textContent: 'Send' }),
  )
  const note = (text: string): void => {
    log.append(make('p', { textContent: text }))
    if (log.childElementCount > LINES) log.firstElementChild?.remove()
    log.scrollTop = log.scrollHeight
  }
  const showState = (): void => {
    const isOpen = socket?.readyState === WebSocket.OPEN
    open.hidden = socket !== undefined
    close.hidden = socket === undefined
    for (const part of form.elements) (part as HTMLInputElement | HTMLButtonElement).disabled = !isOpen
    if (isOpen) field.focus()
  }
  function connect(): void {
    const opened = openSocket(offer)
    socket = opened
    opened.addEventListener('open', () => {
      note('open')
      showState()
    })
    opened.addEventListener('message', ({ data }) => note(`← ${textOf(data as string | Blob)}`))
    opened.addEventListener('close', ({ code, reason, wasClean }) => {
      note(wasClean ? ['closed', code, reason].filter(Boolean).join(' ') : `closed ${code}: refused, or cut off`)
      socket = undefined
      showState()
    })
    showState()
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    socket?.send(field.value)
    note(`→ ${field.value}`)
    field.value = ''
  })
  const behind = unsent.length === 0 ? '' : ` ${unsent.join(' and ')} ${unsent.length > 1 ? 'stay' : 'stays'} behind.`
  const hint = `A browser sends its cookies with a WebSocket, and no header.${behind}`
  element.replaceChildren(
    make('strong', { textContent: 'WebSocket' }),
    make('p', { className: 'svc-hint', textContent: hint }),
    make('div', { className: 'svc-fields' }, open, close),
    form,
    log,
  )
  showState()
  return () => socket?.close(1000)
}

/** With the cookies of the call, which leave the jar once the handshake is over. */
function openSocket({ url, cookies }: Offer): WebSocket {
  const uproot = plantCookies(cookies, new URL(url), document)
  const socket = new WebSocket(url.replace('http', 'ws'))
  for (const event of ['open', 'error', 'close']) socket.addEventListener(event, uproot, { once: true })
  return socket
}

function textOf(data: string | Blob): string {
  return typeof data === 'string' ? data : `${data.size} bytes`
}
