/** The door `svc`. */
export { SvcAPI } from './api/api.ts'
export { Router } from './declaring/router.ts'
export { operation, route } from './declaring/declaration.ts'
export { middleware } from './declaring/middleware.ts'
export { inherit } from './auth/combinators.ts'
export { eventStream } from './http/event-stream.ts'
export { websocket } from './http/websocket.ts'
export { reply } from './schema/reply.ts'
export { Form, Json } from './schema/markers.ts'
export { defineConfig } from './api/config.ts'
export { AuthenticationError, AuthorizationError, HttpError, ValidationError } from './base/errors.ts'

export * from './base/registry.ts'
export type { ResponseInit } from './api/api.ts'
export type { ErrorSchemas, TypedResponse } from './declaring/declared-errors.ts'
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
export type { AuthDescription, LeafDescription, SecurityScheme } from './model/description.ts'
export type {
  Config,
  ConfigAuth,
  FileLevel,
  FileResources,
  Level,
  ProjectOptions,
  ResourceLevel,
  Start,
  Stop,
} from './api/config.ts'
export type { OperationFunction, OperationMaker } from './declaring/declaration.ts'
export type { DrainOptions } from './listening/drain-server.ts'
export type { SourcePosition, ValidationIssue } from './base/errors.ts'
export type { CorsOptions } from './http/cors.ts'
export type { EventSource, EventStreamOptions, StreamEvent } from './http/event-stream.ts'
export type { RequestEvent, RequestEventContext } from './http/request-event.ts'
export type { AuthRequest, SvcRequest } from './http/request.ts'
export type { Session, SessionOptions, Sessions } from './sessions/sessions.ts'
export type { ThrottleOptions } from './http/throttle.ts'
export type { WebSocketHooks, WebSocketReply } from './http/websocket.ts'
export type { Middleware, MiddlewareInput, Next } from './declaring/middleware.ts'
export type { MountTarget, WebHandler, WebMountOptions } from './declaring/web-mount.ts'
export type { GuardLink, Observation, ObservationListener, RefusalReason, SkipReason } from './model/observation.ts'
export type {
  AuthLevel,
  EffectiveAuth,
  ErrorsByStatus,
  Method,
  MiddlewareLevel,
  MiddlewareLink,
  Operation,
  OperationOptions,
} from './model/operation.ts'
export type { ParamsOf } from './grammar/path.ts'
export type { MountOptions, RouterOptions } from './declaring/router-options.ts'
export type { BodyLike, In, Out, ResponseLike } from './schema/infer.ts'
export type { SchemaLike } from './schema/shape.ts'
export type { Reply } from './schema/reply.ts'
export type { Listening, ListenOptions, NodeHandler, NodeHandlerOptions } from './listening/serving.ts'
export type { DocsOption } from './declaring/docs-option.ts'
export type { ApiOptions, LimitOptions, Settings } from './declaring/settings.ts'
export type { OAuthClient } from './model/oauth-client.ts'
export type { LocalState } from './api/shared-state.ts'
export type { Health } from './store/redis-store.ts'
