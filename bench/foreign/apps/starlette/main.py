"""Starlette: AuthenticationMiddleware with a backend, scopes by @requires, a mounted part behind a middleware of its own."""
import base64
import binascii
import hmac
import os
import time

import uvicorn
from starlette.applications import Starlette
from starlette.authentication import AuthCredentials, AuthenticationBackend, AuthenticationError, SimpleUser, requires
from starlette.middleware import Middleware
from starlette.middleware.authentication import AuthenticationMiddleware
from starlette.middleware.base import BaseHTTPMiddleware
from starlette.responses import JSONResponse
from starlette.routing import Mount, Route

TOKENS = {
    os.environ["VERA_TOKEN"]: ("vera", ["authenticated"]),
    os.environ["NILS_TOKEN"]: ("nils", ["authenticated", "admin"]),
}
PASSWORDS = {"vera": os.environ["VERA_PASSWORD"]}


def same(one, other):
    return hmac.compare_digest(one.encode(), other.encode())


class Backend(AuthenticationBackend):
    async def authenticate(self, conn):
        header = conn.headers.get("Authorization")
        if header is None:
            return None
        scheme, _, value = header.partition(" ")
        if scheme.lower() == "bearer":
            return self.by_token(value)
        if scheme.lower() == "basic":
            return self.by_password(value)
        raise AuthenticationError("Unknown scheme")

    def by_token(self, value):
        for token, (name, scopes) in TOKENS.items():
            if same(token, value):
                return AuthCredentials(scopes), SimpleUser(name)
        raise AuthenticationError("Unknown token")

    def by_password(self, value):
        try:
            decoded = base64.b64decode(value, validate=True).decode()
        except (ValueError, UnicodeDecodeError, binascii.Error):
            raise AuthenticationError("Malformed credentials")
        name, _, password = decoded.partition(":")
        if name not in PASSWORDS or not same(PASSWORDS[name], password):
            raise AuthenticationError("Wrong name or password")
        return AuthCredentials(["password"]), SimpleUser(name)


class ProbeKey(BaseHTTPMiddleware):
    async def dispatch(self, request, call_next):
        if not same(request.headers.get("X-Probe-Key", ""), os.environ["PROBE_KEY"]):
            return JSONResponse({"error": "no key"}, status_code=401)
        return await call_next(request)


def refuse(conn, exc):
    return JSONResponse({"error": str(exc)}, status_code=401, headers={"WWW-Authenticate": "Bearer"})


async def home(request):
    return JSONResponse({"hello": request.user.display_name or "visitor"})


@requires("authenticated", status_code=401)
async def profile(request):
    return JSONResponse({"name": request.user.display_name})


@requires("authenticated", status_code=401)
async def show_plan(request):
    return JSONResponse({"plan": request.path_params["plan"], "for": request.user.display_name, "at": time.time()})


@requires("authenticated", status_code=401)
async def add_plan(request):
    return JSONResponse({"added_by": request.user.display_name}, status_code=201)


@requires("authenticated", status_code=401)
@requires("admin", status_code=403)
async def audit(request):
    return JSONResponse({"lines": ["vera has logged in"], "read_by": request.user.display_name})


@requires("password", status_code=401)
async def export(request):
    return JSONResponse({"for": request.user.display_name, "plans": 2})


async def temperature(request):
    return JSONResponse({"celsius": 41, "at": time.time()})


routes = [
    Route("/", home),
    Route("/profile", profile),
    Route("/plans/{plan:int}", show_plan),
    Route("/plans", add_plan, methods=["POST"]),
    Route("/audit", audit),
    Route("/export", export),
    Mount("/probes", routes=[Route("/temperature", temperature)], middleware=[Middleware(ProbeKey)]),
]

app = Starlette(
    routes=routes,
    middleware=[Middleware(AuthenticationMiddleware, backend=Backend(), on_error=refuse)],
)

if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=int(os.environ.get("PORT", "8000")), access_log=False)
