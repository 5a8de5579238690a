"""django-ninja with each of its ways to authenticate, and a document of its own."""
import hashlib
import os
import secrets
import time
import uuid

import django
from django.conf import settings

settings.configure(
    SECRET_KEY="django-insecure-ninja-77x",
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    MIDDLEWARE=["django.middleware.common.CommonMiddleware"],
    INSTALLED_APPS=["ninja"],
)
django.setup()

from django.core.asgi import get_asgi_application
from django.http import HttpResponse
from django.urls import path
from ninja import Form, NinjaAPI, Path, Schema
from ninja.errors import HttpError
from ninja.security import APIKeyHeader, APIKeyQuery, HttpBasicAuth, HttpBearer

PASSWORDS = {name: os.environ[f"{name.upper()}_PASSWORD"] for name in ("ann", "bob", "root")}
ROLES = {"ann": "clerk", "bob": "clerk", "root": "auditor"}
INVOICE_KEY = os.environ["INVOICE_KEY"]
PRINT_KEY = os.environ["PRINT_KEY"]
VAULT_PASSWORD = os.environ["VAULT_PASSWORD"]
tokens = {}


class AuthBearer(HttpBearer):
    def authenticate(self, request, token):
        if token in tokens:
            request.token = token
            return tokens[token]


class InvoiceKey(APIKeyHeader):
    param_name = "X-Invoice-Key"

    def authenticate(self, request, key):
        if key is not None and secrets.compare_digest(key.encode(), INVOICE_KEY.encode()):
            return "invoices"


class PrintKey(APIKeyQuery):
    param_name = "print_key"

    def authenticate(self, request, key):
        if key is not None and secrets.compare_digest(key.encode(), PRINT_KEY.encode()):
            return "printer"


class Vault(HttpBasicAuth):
    def authenticate(self, request, username, password):
        if username == "keeper" and secrets.compare_digest(password.encode(), VAULT_PASSWORD.encode()):
            return username


api = NinjaAPI(title="Office", version="1.2", auth=AuthBearer())


class Letter(Schema):
    text: str


def require_auditor(request):
    if ROLES[request.auth] != "auditor":
        raise HttpError(403, "Auditors only")


@api.get("/time", auth=None)
def read_time(request):
    return {"now": time.time()}


@api.post("/login", auth=None)
def login(request, username: str = Form(...), password: str = Form(...)):
    if username not in PASSWORDS or not secrets.compare_digest(password.encode(), PASSWORDS[username].encode()):
        raise HttpError(401, "Wrong user name or password")
    token = secrets.token_hex(20)
    tokens[token] = username
    return {"token": token}


@api.post("/logout")
def logout(request):
    tokens.pop(request.token, None)
    return {"bye": request.auth}


@api.get("/me")
def read_me(request):
    return {"user": request.auth, "role": ROLES[request.auth], "trace": uuid.uuid4()}


@api.get("/letters/{letter_id}")
def read_letter(request, letter_id: uuid.UUID = Path(..., example="c56a4180-65aa-42ec-a945-5fd21dec0538")):
    if str(letter_id) != "c56a4180-65aa-42ec-a945-5fd21dec0538":
        raise HttpError(404, "No such letter")
    return {"id": letter_id, "text": "Dear Sir or Madam", "printed": time.time()}


@api.post("/letters")
def write_letter(request, letter: Letter):
    return {"id": uuid.uuid4(), "text": letter.text, "author": request.auth}


@api.get("/audit")
def read_audit(request):
    require_auditor(request)
    return {"trace": uuid.uuid4(), "balance": 120034.5}


@api.get("/invoices", auth=InvoiceKey())
def read_invoices(request):
    return {"trace": uuid.uuid4(), "invoices": [{"number": "2026-1", "total": 80}]}


@api.get("/print", auth=PrintKey())
def read_print(request):
    return HttpResponse(f"queue at {time.time()}: 3 pages", content_type="text/plain")


@api.get("/vault", auth=Vault())
def read_vault(request):
    return {"gold": 12, "at": time.time()}


@api.get("/shared", auth=[InvoiceKey(), AuthBearer()])
def read_shared(request):
    return {"trace": uuid.uuid4(), "shared": ["price list"]}


urlpatterns = [path("api/", api.urls)]
application = get_asgi_application()
