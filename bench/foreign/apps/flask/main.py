"""Flask-HTTPAuth: passwords that are hashed, tokens, and either of them; a session of Flask beside them."""
import os
import time

from flask import Flask, g, jsonify, request, session
from flask_httpauth import HTTPBasicAuth, HTTPTokenAuth, MultiAuth
from werkzeug.security import check_password_hash, generate_password_hash

app = Flask(__name__)
app.secret_key = os.environ["SECRET_KEY"]
basic_auth = HTTPBasicAuth()
token_auth = HTTPTokenAuth(scheme="Bearer")
multi_auth = MultiAuth(basic_auth, token_auth)

users = {
    "john": generate_password_hash(os.environ["JOHN_PASSWORD"], "pbkdf2:sha256:1000"),
    "susan": generate_password_hash(os.environ["SUSAN_PASSWORD"], "pbkdf2:sha256:1000"),
}
tokens = {os.environ["JOHN_TOKEN"]: "john", os.environ["SUSAN_TOKEN"]: "susan"}
roles = {"john": "user", "susan": ["user", "admin"]}


@basic_auth.verify_password
def verify_password(username, password):
    if username in users and check_password_hash(users[username], password):
        return username


@token_auth.verify_token
def verify_token(token):
    if token in tokens:
        return tokens[token]


@basic_auth.get_user_roles
def get_user_roles(user):
    return roles.get(user)


@app.route("/")
def index():
    return "Hello, World!"


@app.route("/login", methods=["POST"])
def login():
    data = request.get_json(silent=True) or {}
    user = verify_password(data.get("username"), data.get("password") or "")
    if not user:
        return jsonify(error="wrong user name or password"), 401
    session.clear()
    session["user"] = user
    return jsonify(user=user)


@app.route("/account")
def account():
    if "user" not in session:
        return jsonify(error="log in first"), 401
    return jsonify(user=session["user"], at=time.time())


@app.route("/hello")
@basic_auth.login_required
def hello():
    return f"Hello, {basic_auth.current_user()}!"


@app.route("/admin")
@basic_auth.login_required(role="admin")
def admin():
    return f"Hello {basic_auth.current_user()}, you are an admin!"


@app.route("/todos/<int:todo_id>")
@token_auth.login_required
def todo(todo_id):
    return jsonify(id=todo_id, title="Learn Flask", at=time.time())


@app.route("/either")
@multi_auth.login_required
def either():
    return jsonify(user=multi_auth.current_user())


if __name__ == "__main__":
    app.run(host="127.0.0.1", port=int(os.environ.get("PORT", "5000")))
