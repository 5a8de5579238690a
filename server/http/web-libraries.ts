import { H3Event, toResponse } from 'h3'
import { FastResponse } from 'srvx'
import { NodeRequest } from 'srvx/node'

/** The parts of libraries that are made of `Request` and `Response`. */
export interface WebLibraries {
  readonly FastResponse: typeof FastResponse
  readonly H3Event: typeof H3Event
  readonly NodeRequest: typeof NodeRequest
  readonly toResponse: typeof toResponse
}

const libraries: WebLibraries = { FastResponse, H3Event, NodeRequest, toResponse }

/**
 * The libraries, for those who ask. Node loads its `Request` and `Response` when they are first named, and these
 * libraries name them as they load: half of what Node itself takes to start. `svc build` puts a module in the place of
 * this one that loads the libraries at the first call.
 */
export function webLibraries(): WebLibraries {
  return libraries
}
