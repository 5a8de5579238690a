/** The door `svc`. */
export { SvcAPI } from './api.ts'
export { Router } from './router.ts'
export { operation, route } from './declaration.ts'
export { middleware } from './middleware.ts'
export { inherit } from './auth/combine.ts'
export { eventStream } from './http/event-stream.ts'
export { websocket } from './http/websocket.ts'
export { reply } from './schema/reply.ts'
export { Form, Json } from './schema/markers.ts'
export { defineConfig } from './config.ts'
export { AuthenticationError, AuthorizationError, HttpError, ValidationError } from './errors.ts'

export * from './registry.ts'
export type { ResponseInit } from './api.ts'
export type {
  AuthCallable,
  AuthenticatorLike,
  AuthInput,
  AuthItem,
  AuthList,
  AuthOf,
  Combined,
  Enclosing,
  Inherit,
  Omitted,
  Truthy,
} from './auth/infer.ts'
export type { AuthDescription, LeafDescription, SecurityScheme } from './auth/description.ts'
export type { Config, ConfigAuth, FileLevel, Level, ProjectOptions, Start, Stop } from './config.ts'
export type { OperationFunction, OperationMaker } from './declaration.ts'
export type { DrainOptions } from './drain-server.ts'
export type { SourcePosition, ValidationIssue } from './errors.ts'
export type { CorsOptions } from './http/cors.ts'
export type { EventSource, EventStreamOptions, StreamEvent } from './http/event-stream.ts'
export type { RequestEvent, RequestEventContext } from './http/request-event.ts'
export type { AuthRequest, SvcRequest } from './http/request.ts'
export type { Session, SessionOptions, Sessions } from './sessions/sessions.ts'
export type { ThrottleOptions } from './http/throttle.ts'
export type { WebSocketHooks, WebSocketReply } from './http/websocket.ts'
export type { Middleware, MiddlewareInput, Next } from './middleware.ts'
export type { MountTarget, WebHandler, WebMountOptions } from './mount.ts'
export type { Observation, ObservationListener, SkipReason } from './observation.ts'
export type {
  AuthLevel,
  EffectiveAuth,
  Method,
  MiddlewareLevel,
  MiddlewareLink,
  Operation,
  OperationOptions,
} from './operation.ts'
export type { ParamsOf } from './path.ts'
export type { MountOptions, RouterOptions } from './router.ts'
export type { BodyLike, In, Out, ResponseLike, SchemaLike } from './schema/infer.ts'
export type { Reply } from './schema/reply.ts'
export type { Listening, ListenOptions, NodeHandler, NodeHandlerOptions } from './serving.ts'
export type { ApiOptions, DocsOption, LimitOptions, Settings } from './settings.ts'
export type { LocalState } from './shared-state.ts'
export type { Health } from './store/redis-store.ts'
