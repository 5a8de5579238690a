"""Bearer tokens by PyJWT, checked by a dependency."""
import os
import secrets
import time
from typing import Annotated

import jwt
from fastapi import Depends, FastAPI, HTTPException
from fastapi.security import OAuth2PasswordBearer, OAuth2PasswordRequestForm

SECRET = os.environ["JWT_SECRET"]
PASSWORDS = {"ann": os.environ["ANN_PASSWORD"], "bob": os.environ["BOB_PASSWORD"]}
NOTES = {"ann": ["Buy milk for Ann"], "bob": ["Feed the cat of Bob"]}

app = FastAPI()
scheme = OAuth2PasswordBearer(tokenUrl="token")


@app.post("/token")
def login(form: Annotated[OAuth2PasswordRequestForm, Depends()]):
    known = PASSWORDS.get(form.username, "")
    if not known or not secrets.compare_digest(form.password.encode(), known.encode()):
        raise HTTPException(401, "Incorrect username or password", {"WWW-Authenticate": "Bearer"})
    claims = {"sub": form.username, "aud": "notes", "exp": int(time.time()) + 900}
    return {"access_token": jwt.encode(claims, SECRET, algorithm="HS256"), "token_type": "bearer"}


def current_user(token: Annotated[str, Depends(scheme)]):
    refused = HTTPException(401, "Could not validate credentials", {"WWW-Authenticate": "Bearer"})
    try:
        claims = jwt.decode(token, SECRET, algorithms=["HS256"], audience="notes")
    except jwt.InvalidTokenError:
        raise refused
    if claims.get("sub") not in NOTES:
        raise refused
    return claims["sub"]


@app.get("/me")
def me(user: Annotated[str, Depends(current_user)]):
    return {"name": user}


@app.get("/notes")
def notes(user: Annotated[str, Depends(current_user)]):
    return {"notes": NOTES[user]}
