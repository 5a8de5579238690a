import type { ObservationListener } from '../model/observation.ts'
import type { Loaded } from '../files/load.ts'

/**
 * Logs once where the routes are, when a browser opens the address of a project whose routes are below a base: an answer
 * names no other address than the one that was asked for.
 */
export function hintAtRoot(loaded: () => Loaded, write: (line: string) => void): ObservationListener {
  let isSaid = false
  return ({ type, request, ...rest }) => {
    if (isSaid || type !== 'request.ended' || request.path !== '/' || !('status' in rest) || rest.status !== 404) return
    const { base, api } = loaded()
    if (base === '') return
    isSaid = true
    const page = api.settings.docs === false ? '' : `, the reference page is ${base}/docs`
    write(`nothing is served at /: the routes are below ${base}${page}`)
  }
}
