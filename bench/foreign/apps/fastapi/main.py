"""A lending library: tokens from a password form, Basic, keys in a header and in the query, a session cookie."""
import asyncio
import base64
import hashlib
import json
import os
import re
import secrets
import sqlite3
import uuid
from datetime import datetime, timedelta

from fastapi import Depends, FastAPI, HTTPException, Path, Request, Response
from fastapi.responses import JSONResponse
from fastapi.security import (
    APIKeyCookie,
    APIKeyHeader,
    APIKeyQuery,
    HTTPBasic,
    HTTPBasicCredentials,
    OAuth2PasswordBearer,
    OAuth2PasswordRequestForm,
)
from jose import JWTError, jwt
from pydantic import BaseModel

SECRET_KEY = os.environ["SECRET_KEY"]
ALGORITHM = "HS256"
SHELF_KEY = os.environ["SHELF_KEY"]
CALENDAR_KEY = os.environ["CALENDAR_KEY"]
STATS_PASSWORD = os.environ["STATS_PASSWORD"]

app = FastAPI(title="Library", version="0.4.1")
oauth2_scheme = OAuth2PasswordBearer(tokenUrl="token")
basic = HTTPBasic(realm="stats")
header_key = APIKeyHeader(name="X-Shelf-Key")
query_key = APIKeyQuery(name="token")
cookie_key = APIKeyCookie(name="library_session")

sessions = {}
revoked = set()
books = {
    "9780141036144": {"title": "Nineteen Eighty-Four", "shelf": "O-12"},
    "9780261103573": {"title": "The Fellowship of the Ring", "shelf": "T-03"},
}


def hash_password(password):
    return hashlib.sha256(("salt:" + password).encode()).hexdigest()


db = sqlite3.connect(":memory:", check_same_thread=False)
db.execute("CREATE TABLE users (username TEXT, password TEXT, role TEXT, disabled INTEGER)")
db.executemany(
    "INSERT INTO users VALUES (?, ?, ?, ?)",
    [
        ("ann", hash_password(os.environ["ANN_PASSWORD"]), "reader", 0),
        ("bob", hash_password(os.environ["BOB_PASSWORD"]), "reader", 0),
        ("eve", hash_password(os.environ["EVE_PASSWORD"]), "reader", 1),
        ("root", hash_password(os.environ["ROOT_PASSWORD"]), "librarian", 0),
    ],
)


class User(BaseModel):
    username: str
    role: str
    disabled: bool


class Loan(BaseModel):
    isbn: str

    class Config:
        schema_extra = {"example": {"isbn": "9780141036144"}}


def get_user(username):
    row = db.execute("SELECT username, role, disabled FROM users WHERE username = ?", (username,)).fetchone()
    return User(username=row[0], role=row[1], disabled=bool(row[2])) if row else None


def authenticate_user(username, password):
    row = db.execute("SELECT password FROM users WHERE username = ?", (username,)).fetchone()
    if not row or not secrets.compare_digest(row[0], hash_password(password)):
        return None
    return get_user(username)


def credentials_error():
    return HTTPException(401, "Could not validate credentials", headers={"WWW-Authenticate": "Bearer"})


async def get_current_user(token: str = Depends(oauth2_scheme)):
    try:
        payload = jwt.decode(token, SECRET_KEY, algorithms=[ALGORITHM])
    except JWTError:
        raise credentials_error()
    user = get_user(payload.get("sub"))
    if user is None or payload.get("jti") in revoked:
        raise credentials_error()
    return user


async def get_active_user(user: User = Depends(get_current_user)):
    if user.disabled:
        raise HTTPException(403, "Inactive user")
    return user


async def get_librarian(request: Request, user: User = Depends(get_active_user)):
    if user.role != "librarian":
        raise HTTPException(403, "Librarians only")
    return user


async def check_stats(request: Request, credentials: HTTPBasicCredentials = Depends(basic)):
    right_user = secrets.compare_digest(credentials.username.encode(), b"grafana")
    right_password = secrets.compare_digest(credentials.password.encode(), STATS_PASSWORD.encode())
    if not (right_user and right_password):
        raise HTTPException(401, "Wrong user name or password", headers={"WWW-Authenticate": "Basic"})


async def check_shelf(key: str = Depends(header_key)):
    if not secrets.compare_digest(key.encode(), SHELF_KEY.encode()):
        raise HTTPException(403, "Could not validate key")


async def check_calendar(key: str = Depends(query_key)):
    if not secrets.compare_digest(key.encode(), CALENDAR_KEY.encode()):
        raise HTTPException(403, "Could not validate key")


async def get_session_user(sid: str = Depends(cookie_key)):
    user = get_user(sessions.get(sid))
    if user is None:
        raise HTTPException(403, "Not authenticated")
    return user


@app.middleware("http")
async def add_request_id(request: Request, call_next):
    response = await call_next(request)
    response.headers["X-Request-Id"] = str(uuid.uuid4())
    return response


@app.post("/token")
async def login(form: OAuth2PasswordRequestForm = Depends()):
    user = authenticate_user(form.username, form.password)
    if not user:
        raise HTTPException(401, "Incorrect username or password", headers={"WWW-Authenticate": "Bearer"})
    claims = {"sub": user.username, "jti": str(uuid.uuid4()), "exp": datetime.utcnow() + timedelta(minutes=30)}
    return {"access_token": jwt.encode(claims, SECRET_KEY, algorithm=ALGORITHM), "token_type": "bearer"}


@app.post("/logout", status_code=204)
async def logout(token: str = Depends(oauth2_scheme), user: User = Depends(get_current_user)):
    revoked.add(jwt.get_unverified_claims(token).get("jti"))
    return Response(status_code=204)


@app.post("/session")
async def open_session(request: Request, response: Response, form: OAuth2PasswordRequestForm = Depends()):
    user = authenticate_user(form.username, form.password)
    if not user:
        raise HTTPException(401, "Incorrect username or password")
    sid = secrets.token_urlsafe(24)
    sessions[sid] = user.username
    response.set_cookie("library_session", sid, httponly=True, samesite="lax")
    return {"username": user.username}


@app.get("/session/me")
async def read_session(user: User = Depends(get_session_user)):
    return {"seen": datetime.utcnow(), "user": user}


@app.get("/news")
async def read_news():
    await asyncio.sleep(0.3)
    return {"at": datetime.utcnow(), "news": ["Closed on Monday"]}


@app.get("/users/me")
async def read_me(user: User = Depends(get_active_user)):
    return {"seen": datetime.utcnow(), "user": user}


@app.get("/books/{isbn}")
async def read_book(isbn: str = Path(regex=r"^\d{13}$", example="9780261103573"), user: User = Depends(get_active_user)):
    if isbn not in books:
        raise HTTPException(404, "No such book")
    return {"trace": uuid.uuid4(), "book": books[isbn]}


@app.get("/loans")
async def read_loans(user: User = Depends(get_active_user)):
    await asyncio.sleep(0.2)
    return {"trace": uuid.uuid4(), "loans": [{"isbn": "9780141036144", "due": datetime.utcnow() + timedelta(days=14)}]}


@app.post("/loans", status_code=201)
async def create_loan(loan: Loan, user: User = Depends(get_active_user)):
    return {"id": uuid.uuid4(), "isbn": loan.isbn, "due": datetime.utcnow() + timedelta(days=14)}


@app.get("/admin/members")
async def read_members(user: User = Depends(get_librarian)):
    return {"trace": uuid.uuid4(), "members": [{"username": "ann", "fines": 3.5}, {"username": "bob", "fines": 0}]}


@app.get("/stats", dependencies=[Depends(check_stats)])
async def read_stats():
    return {"at": datetime.utcnow(), "loans": 812, "readers": 94}


@app.get("/shelves", dependencies=[Depends(check_shelf)])
async def read_shelves():
    return {"trace": uuid.uuid4(), "shelves": ["O-12", "T-03"]}


@app.get("/calendar", dependencies=[Depends(check_calendar)])
async def read_calendar():
    return Response(f"BEGIN:VCALENDAR\nDTSTAMP:{datetime.utcnow():%Y%m%dT%H%M%S}\nSUMMARY:Board meeting\nEND:VCALENDAR\n", media_type="text/calendar")
