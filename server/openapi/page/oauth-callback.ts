import { OAUTH_CHANNEL } from './configuration.ts'

/** Milliseconds in which the page that waits says so. */
const PATIENCE = 3_000

/** Hands the answer of a provider to the page of this origin whose login it answers. */
function handOver(message: HTMLElement): void {
  const { search: query, pathname } = location
  // The code is neither left in the address nor in the history.
  history.replaceState(undefined, '', pathname)
  const states = new URLSearchParams(query).getAll('state')
  const [state] = states
  const say = (text: string): void => {
    message.textContent = text
  }
  const isAlone =
    'No page waits for this login: it was answered before, or began elsewhere. Begin again on the reference page.'
  if (state === undefined || states.length > 1) return say(isAlone)
  const channel = new BroadcastChannel(OAUTH_CHANNEL)
  const limit = setTimeout(() => say(isAlone), PATIENCE)
  channel.addEventListener('message', ({ data }: MessageEvent<{ readonly taken?: unknown }>) => {
    if (data.taken !== state) return
    clearTimeout(limit)
    say('The reference page has the answer. This window can be closed.')
    close()
  })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  channel.postMessage({ state, query })
}

const message = document.querySelector<HTMLElement>('#message')
if (message) handOver(message)
