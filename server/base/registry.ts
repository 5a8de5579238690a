/**
 * Interfaces that applications fill: by hand ({@link SessionUser}) or through the generated `.svc/types.ts`.
 * The door `svc` exports this file with `export *`, which is what makes them open to augmentation.
 */

/**
 * The user of a session, as given to `login`.
 *
 * @example
 * declare module 'svc' { interface SessionUser { readonly name: string } }
 */
export interface SessionUser {
  /** Only the boolean `true` passes `fwAuthSuperuser`. */
  readonly isSuperuser?: boolean
}

/**
 * The values that middleware keeps for handlers, in `request.locals`.
 *
 * @example
 * declare module 'svc' { interface Locals { readonly requestId: string } }
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by applications
export interface Locals {}

/** Route path -> type of `request.auth` that the file, the folders and the config give it. */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by generated code
export interface RouteAuth {}

/** Route path -> the resources that the file and the folders give it. */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by generated code
export interface RouteResources {}

/** `{ auth: T }`, where T is the type of `request.auth` that the config gives. */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by generated code
export interface GlobalAuth {}
