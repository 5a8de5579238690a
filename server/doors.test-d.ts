import { expectTypeOf } from 'expect-type'
import {
  type AuthRequest,
  AuthenticationError,
  AuthorizationError,
  HttpError,
  type Listening,
  type Observation,
  type Operation,
  reply,
  type Router,
  SvcAPI,
  ValidationError,
} from 'svc'
import { constantTimeEqual, fwAuth, login, logout, type SessionUser } from 'svc/security'

// The doors of semantics 1, as types. The names are in doors.test.ts.

const api = new SvcAPI({ auth: fwAuth })
expectTypeOf(api.fetch).parameter(0).toEqualTypeOf<Request>()
expectTypeOf(api.fetch).returns.resolves.toEqualTypeOf<Response>()
expectTypeOf(api.listen).returns.resolves.toEqualTypeOf<Listening>()
expectTypeOf<Listening>().toHaveProperty('url').toEqualTypeOf<string>()
expectTypeOf(api.operations).returns.toEqualTypeOf<readonly Operation[]>()
expectTypeOf(api.observe).parameter(0).parameter(0).toEqualTypeOf<Observation>()
expectTypeOf(api.observe).returns.returns.toEqualTypeOf<void>()
expectTypeOf(api.createResponse).returns.toExtend<Response>()
expectTypeOf<Router>().toHaveProperty('addRouter')

expectTypeOf<AuthenticationError>().toExtend<HttpError>()
expectTypeOf<AuthorizationError>().toExtend<HttpError>()
expectTypeOf<ValidationError>().toExtend<HttpError>()
expectTypeOf(AuthenticationError).constructorParameters.toEqualTypeOf<[detail?: string | undefined]>()
expectTypeOf(AuthorizationError).constructorParameters.toEqualTypeOf<[detail?: string | undefined]>()

expectTypeOf(reply(201, { id: 1 }).status).toEqualTypeOf<201>()
expectTypeOf(constantTimeEqual).returns.toEqualTypeOf<boolean>()
expectTypeOf(login).parameter(1).toEqualTypeOf<SessionUser>()
expectTypeOf(login).returns.toEqualTypeOf<Promise<void>>()
expectTypeOf(logout).returns.toEqualTypeOf<Promise<void>>()

// A request's identity is neither text nor writable.
expectTypeOf<AuthRequest['clientAddress']>().toEqualTypeOf<string>()
// @ts-expect-error -- what a request says of itself is read-only
;(request: AuthRequest) => (request.clientAddress = '127.0.0.1')
