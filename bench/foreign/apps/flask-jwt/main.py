"""Flask with flask-jwt-extended: access and refresh tokens, a block list, roles in a claim, an optional token."""
import datetime
import os
import time

from flask import Flask, jsonify, request
from flask_jwt_extended import (
    JWTManager,
    create_access_token,
    create_refresh_token,
    get_jwt,
    get_jwt_identity,
    jwt_required,
)

app = Flask(__name__)
app.config["JWT_SECRET_KEY"] = os.environ["JWT_SECRET"]
app.config["JWT_ACCESS_TOKEN_EXPIRES"] = datetime.timedelta(minutes=15)
jwt = JWTManager(app)

users = {
    "tina": {"password": os.environ["TINA_PASSWORD"], "role": "crew"},
    "omar": {"password": os.environ["OMAR_PASSWORD"], "role": "captain"},
}
blocked = set()
boats = {1: "Gull", 2: "Tern"}


@jwt.token_in_blocklist_loader
def is_blocked(header, payload):
    return payload["jti"] in blocked


def admin_only():
    return get_jwt().get("role") == "captain"


@app.post("/login")
def login():
    data = request.get_json(silent=True) or {}
    username, password = data.get("username"), data.get("password")
    user = users.get(username) if isinstance(username, str) else None
    if user is None or user["password"] != password:
        return jsonify(msg="Bad username or password"), 401
    claims = {"role": user["role"]}
    return jsonify(
        access_token=create_access_token(username, additional_claims=claims),
        refresh_token=create_refresh_token(username, additional_claims=claims),
    )


@app.post("/refresh")
@jwt_required(refresh=True)
def refresh():
    claims = {"role": get_jwt()["role"]}
    return jsonify(access_token=create_access_token(get_jwt_identity(), additional_claims=claims))


@app.delete("/logout")
@jwt_required()
def logout():
    blocked.add(get_jwt()["jti"])
    return jsonify(msg="logged out")


@app.get("/me")
@jwt_required()
def me():
    return jsonify(user=get_jwt_identity(), role=get_jwt()["role"])


@app.get("/boats")
@jwt_required(optional=True)
def list_boats():
    return jsonify(boats=list(boats.values()), seen_by=get_jwt_identity() or "a visitor")


@app.post("/boats")
@jwt_required()
def add_boat():
    return jsonify(name=(request.get_json(silent=True) or {}).get("name"), added_by=get_jwt_identity()), 201


@app.get("/boats/<int:boat_id>/log")
@jwt_required()
def log(boat_id):
    return jsonify(boat=boats.get(boat_id, "unknown"), read_by=get_jwt_identity(), at=time.time())


@app.get("/crew")
@jwt_required()
def crew():
    if not admin_only():
        return jsonify(msg="Captains only"), 403
    return jsonify(crew=sorted(users))


if __name__ == "__main__":
    app.run(host="127.0.0.1", port=int(os.environ.get("PORT", "5000")))
