"""Smart homes: members switch devices, scenes switch several, and who lives there decides who comes in."""

import csv
import hashlib
import io
import os
import secrets
import time

from flask import Flask, Response, abort, g, jsonify, request
from werkzeug.exceptions import HTTPException

app = Flask(__name__)

ROLES = ("owner", "adult", "guest")
# Whom each of them may invite.
MAY_INVITE = {"owner": ("adult", "guest"), "adult": ("guest",), "guest": ()}
TOKEN_LIFE = 12 * 3600
WRONG_PASSWORDS = 10
WINDOW = 15 * 60

accounts = {}
tokens = {}
homes = {}
devices = {}
invitations = {}
wrong = {}
counters = {"account": 70, "home": 300, "scene": 10}


def next_id(kind):
    counters[kind] += 1
    return counters[kind]


def hashed(password, salt):
    return hashlib.scrypt(password.encode(), salt=salt, n=4096, r=8, p=1)


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()


def normalized(email):
    return email.strip().lower()


def find_account(email):
    return next((a for a in accounts.values() if a["email"] == normalized(email)), None)


def add_account(fields):
    salt = secrets.token_bytes(16)
    account = {
        "id": next_id("account"),
        "email": normalized(fields["email"]),
        "name": fields["name"],
        "plan": "basic",
        "salt": salt,
        "hash": hashed(fields["password"], salt),
    }
    accounts[account["id"]] = account
    return account


def add_home(owner, name):
    home = {"id": next_id("home"), "name": name, "members": {owner["id"]: "owner"}, "scenes": {}}
    homes[home["id"]] = home
    return home


def add_device(home, name, kind, room):
    device = {
        "id": secrets.token_hex(4),
        "home": home["id"],
        "name": name,
        "kind": kind,
        "room": room,
        "state": "off",
        "history": [],
    }
    devices[device["id"]] = device
    return device


def switch(device, state, account):
    device["state"] = state
    device["history"].append({"at": int(time.time()), "state": state, "by": account["name"]})


def seed():
    lotte = add_account({"email": "lotte@homes.example", "name": "Lotte", "password": os.environ["LOTTE_PASSWORD"]})
    emil = add_account({"email": "emil@homes.example", "name": "Emil", "password": os.environ["EMIL_PASSWORD"]})
    flat = add_home(lotte, "Flat on the fourth floor")
    lamp = add_device(flat, "Lamp of the bedroom", "light", "Bedroom")
    add_device(flat, "Front door", "lock", "Hall")
    switch(lamp, "on", lotte)
    cabin = add_home(emil, "Cabin at the lake")
    stove = add_device(cabin, "Stove", "heating", "Kitchen")
    switch(stove, "low", emil)


# Answers


@app.errorhandler(HTTPException)
def on_error(error):
    return jsonify(error=error.description), error.code, {"WWW-Authenticate": "Bearer"} if error.code == 401 else {}


@app.after_request
def not_stored(response):
    response.headers["Cache-Control"] = "no-store"
    return response


def body():
    given = request.get_json()
    if not isinstance(given, dict):
        abort(400, "An object is needed")
    return given


def text(given, name, low=1, high=100):
    value = given.get(name)
    if not isinstance(value, str) or not low <= len(value.strip()) or len(value) > high:
        abort(422, f"{name}: {low} to {high} characters")
    return value


def email_of(given):
    value = text(given, "email", 5, 120)
    if "@" not in value[1:-1]:
        abort(422, "email: an address")
    return value


# Who asks


@app.before_request
def authenticate():
    if request.endpoint in ("register", "log_in", None):
        return
    scheme, _, given = request.headers.get("Authorization", "").partition(" ")
    entry = tokens.get(digest(given))
    if scheme.lower() != "bearer" or entry is None or entry["until"] < time.time():
        abort(401, "A token is needed")
    g.token = digest(given)
    g.account = accounts[entry["account"]]


def password_fits(email, password):
    name = normalized(email)
    recent = [at for at in wrong.get(name, []) if at > time.time() - WINDOW]
    if len(recent) >= WRONG_PASSWORDS:
        abort(429, "Too many attempts")
    account = find_account(name)
    given = hashed(password, account["salt"] if account else bytes(16))
    if account is None or not secrets.compare_digest(given, account["hash"]):
        wrong[name] = [*recent, time.time()]
        return None
    wrong.pop(name, None)
    return account


def home_for(home_id, *roles):
    home = homes.get(home_id)
    role = home["members"].get(g.account["id"]) if home else None
    if role is None:
        abort(404, "No such home")
    if roles and role not in roles:
        abort(403, f"Not for a member who is {role}")
    return home


def device_in(home, device_id):
    device = devices.get(device_id)
    if device is None or device["home"] != home["id"]:
        abort(404, "No such device")
    return device


def device_view(device):
    return {name: device[name] for name in ("id", "name", "kind", "room", "state")}


def home_view(home):
    return {
        "id": home["id"],
        "name": home["name"],
        "role": home["members"][g.account["id"]],
        "members": [{"id": who, "name": accounts[who]["name"], "role": role} for who, role in home["members"].items()],
        "devices": [device_view(d) for d in devices.values() if d["home"] == home["id"]],
        "scenes": list(home["scenes"].values()),
    }


# Accounts


@app.post("/accounts")
def register():
    """Says the same of an address that has an account: its owner gets a mail."""
    given = body()
    fields = {"email": email_of(given), "name": text(given, "name"), "password": text(given, "password", 10, 200)}
    if find_account(fields["email"]) is None:
        add_account(fields)
    return jsonify(detail="Look into your mail"), 202


@app.post("/tokens")
def log_in():
    given = body()
    account = password_fits(text(given, "email", 1, 120), text(given, "password", 1, 200))
    if account is None:
        abort(401, "Wrong address or password")
    token = secrets.token_urlsafe(32)
    tokens[digest(token)] = {"account": account["id"], "until": time.time() + TOKEN_LIFE}
    return jsonify(token=token, expires_in=TOKEN_LIFE), 201


@app.delete("/tokens/current")
def log_out():
    del tokens[g.token]
    return "", 204


@app.get("/me")
def me():
    return jsonify({name: g.account[name] for name in ("id", "email", "name", "plan")})


@app.put("/me/password")
def change_password():
    given = body()
    new = text(given, "new", 10, 200)
    if password_fits(g.account["email"], text(given, "old", 1, 200)) is None:
        abort(403, "The old password is another one")
    g.account["salt"] = secrets.token_bytes(16)
    g.account["hash"] = hashed(new, g.account["salt"])
    for key in [key for key, entry in tokens.items() if entry["account"] == g.account["id"] and key != g.token]:
        del tokens[key]
    return "", 204


# Homes


@app.get("/homes")
def list_homes():
    mine = [home for home in homes.values() if g.account["id"] in home["members"]]
    return jsonify(homes=[{"id": h["id"], "name": h["name"], "role": h["members"][g.account["id"]]} for h in mine])


@app.post("/homes")
def create_home():
    return jsonify(home_view(add_home(g.account, text(body(), "name")))), 201


@app.get("/homes/<int:home_id>")
def read_home(home_id):
    return jsonify(home_view(home_for(home_id)))


@app.delete("/homes/<int:home_id>/members/<int:account_id>")
def remove_member(home_id, account_id):
    """The owner removes all others, adults remove guests, and everybody but the owner leaves."""
    home = home_for(home_id)
    role, mine = home["members"].get(account_id), home["members"][g.account["id"]]
    if role is None:
        abort(404, "No such member")
    if role == "owner":
        abort(409, "A home has an owner")
    if account_id != g.account["id"] and not (mine == "owner" or (mine == "adult" and role == "guest")):
        abort(403, f"Not for a member who is {mine}")
    del home["members"][account_id]
    return "", 204


@app.post("/homes/<int:home_id>/invitations")
def invite(home_id):
    home = home_for(home_id, "owner", "adult")
    role = body().get("role", "guest")
    if role not in ROLES:
        abort(422, "role: adult or guest")
    if role not in MAY_INVITE[home["members"][g.account["id"]]]:
        abort(403, f"You do not invite {role}s")
    code = secrets.token_urlsafe(12)
    invitations[code] = {"home": home_id, "role": role, "until": time.time() + 3 * 86400}
    return jsonify(code=code, role=role), 201


@app.post("/invitations/accept")
def accept():
    code = text(body(), "code")
    invitation = invitations.get(code)
    if invitation is None or invitation["until"] < time.time():
        abort(404, "No such invitation")
    home = homes[invitation["home"]]
    if g.account["id"] in home["members"]:
        abort(409, "You live there already")
    del invitations[code]
    home["members"][g.account["id"]] = invitation["role"]
    return jsonify(home_view(home))


# Devices


@app.post("/homes/<int:home_id>/devices")
def create_device(home_id):
    home = home_for(home_id, "owner", "adult")
    given = body()
    if given.get("kind") not in ("light", "lock", "heating", "blind"):
        abort(422, "kind: light, lock, heating or blind")
    return jsonify(device_view(add_device(home, text(given, "name"), given["kind"], text(given, "room")))), 201


@app.get("/homes/<int:home_id>/devices/<device_id>")
def read_device(home_id, device_id):
    return jsonify(device_view(device_in(home_for(home_id), device_id)))


@app.patch("/homes/<int:home_id>/devices/<device_id>")
def change_device(home_id, device_id):
    """Guests switch what is there; names and rooms are for those who live there."""
    given = body()
    naming = {name: text(given, name) for name in ("name", "room") if name in given}
    home = home_for(home_id, *(("owner", "adult") if naming else ROLES))
    device = device_in(home, device_id)
    state = text(given, "state", 1, 20) if "state" in given else None
    device.update(naming)
    if state is not None:
        switch(device, state, g.account)
    return jsonify(device_view(device))


@app.delete("/homes/<int:home_id>/devices/<device_id>")
def delete_device(home_id, device_id):
    device = device_in(home_for(home_id, "owner", "adult"), device_id)
    del devices[device["id"]]
    return "", 204


@app.get("/homes/<int:home_id>/devices/<device_id>/history.csv")
def history(home_id, device_id):
    device = device_in(home_for(home_id, "owner", "adult"), device_id)
    out = io.StringIO()
    rows = csv.writer(out)
    rows.writerow(["at", "device", "state", "by"])
    for entry in device["history"]:
        rows.writerow([entry["at"], device["name"], entry["state"], entry["by"]])
    return Response(out.getvalue(), mimetype="text/csv")


# Scenes


def step_of(home, given):
    if not isinstance(given, dict):
        abort(422, "steps: objects with deviceId and state")
    device = devices.get(given.get("deviceId")) if isinstance(given.get("deviceId"), str) else None
    if device is None or device["home"] != home["id"]:
        abort(422, "steps: a device that is not in this home")
    return {"deviceId": device["id"], "state": text(given, "state", 1, 20)}


@app.post("/homes/<int:home_id>/scenes")
def create_scene(home_id):
    home = home_for(home_id, "owner", "adult")
    given = body()
    steps = given.get("steps")
    if not isinstance(steps, list) or not 1 <= len(steps) <= 20:
        abort(422, "steps: 1 to 20")
    scene = {"id": next_id("scene"), "name": text(given, "name"), "steps": [step_of(home, step) for step in steps]}
    home["scenes"][scene["id"]] = scene
    return jsonify(scene), 201


@app.post("/homes/<int:home_id>/scenes/<int:scene_id>/run")
def run_scene(home_id, scene_id):
    home = home_for(home_id)
    scene = home["scenes"].get(scene_id)
    if scene is None:
        abort(404, "No such scene")
    switched = [(devices[step["deviceId"]], step["state"]) for step in scene["steps"] if step["deviceId"] in devices]
    for device, state in switched:
        switch(device, state, g.account)
    return jsonify(devices=[device_view(device) for device, _ in switched])


seed()

if __name__ == "__main__":
    app.run(host="127.0.0.1", port=int(os.environ.get("PORT", "5000")))
