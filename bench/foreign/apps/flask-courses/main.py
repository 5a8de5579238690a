# Language courses: teachers give assignments, students hand in texts with files, teachers grade them.
import base64
import binascii
import hashlib
import hmac
import os
import secrets
import time
from functools import wraps

from flask import Flask, abort, g, jsonify, request
from werkzeug.exceptions import HTTPException

app = Flask(__name__)
app.json.sort_keys = False

TOKEN_LIFE = 3600
MAX_FILE = 100_000


def digest(password, salt):
    return hashlib.pbkdf2_hmac("sha256", password.encode(), salt, 20_000)


users = {}


def add_user(username, password, role, full_name, phone):
    salt = secrets.token_bytes(8)
    users[username] = {
        "username": username,
        "full_name": full_name,
        "email": f"{username}@courses.example",
        "phone": phone,
        "role": role,
        "salt": salt,
        "password": digest(password, salt),
    }


add_user("tea", os.environ["TEA_PASSWORD"], "teacher", "Tea Novak", "+385 1 555001")
add_user("leo", os.environ["LEO_PASSWORD"], "student", "Leo Brandt", "+49 40 555002")
add_user("mia", os.environ["MIA_PASSWORD"], "student", "Mia Costa", "+351 21 555003")

courses = [
    {"id": 1, "title": "Croatian A1", "language": "hr", "teacher": "tea", "code": "dobar-dan-71", "students": ["leo", "mia"]},
    {"id": 2, "title": "Croatian B1", "language": "hr", "teacher": "tea", "code": "hvala-lijepa-38", "students": ["mia"]},
]
assignments = [
    {"id": 1, "course_id": 1, "title": "My family", "text": "Write ten sentences about your family."},
    {"id": 2, "course_id": 1, "title": "At the market", "text": "Write a dialogue."},
    {"id": 3, "course_id": 2, "title": "A letter", "text": "Write to a friend who moved to Split."},
]
submissions = []
files = {}
tokens = {}
failures = {}


def add_submission(assignment_id, student, text):
    submission = {
        "id": 501 + len(submissions),
        "assignment_id": assignment_id,
        "student": student,
        "text": text,
        "grade": None,
        "feedback": None,
        "files": [],
    }
    submissions.append(submission)
    return submission


def add_file(submission, name, content, file_id=None):
    file_id = file_id or secrets.token_hex(8)
    files[file_id] = {"id": file_id, "submission_id": submission["id"], "name": name, "content": content}
    submission["files"].append({"id": file_id, "name": name})
    return files[file_id]


add_file(add_submission(1, "leo", "Moj otac radi u luci."), "family.txt", b"Otac, majka, brat Jan", "1a2b3c4d5e6f7081")
add_file(add_submission(1, "mia", "Moja sestra studira pravo."), "sister.txt", b"Sestra Ines, 24 godine", "92a3b4c5d6e7f809")
submissions[1].update(grade=2, feedback="Well done, mind the cases")


@app.errorhandler(HTTPException)
def failed(error):
    response = jsonify(detail=error.description)
    response.status_code = error.code
    if error.code == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


@app.after_request
def no_store(response):
    response.headers["Cache-Control"] = "no-store"
    return response


def body():
    data = request.get_json(silent=True)
    if not isinstance(data, dict):
        abort(400, "A JSON object is expected")
    return data


def text_of(data, name, longest=2000, required=True):
    value = data.get(name)
    if value is None and not required:
        return None
    if not isinstance(value, str) or not value.strip() or len(value) > longest:
        abort(422, f"{name} must be a text of at most {longest} characters")
    return value


def blocked(key, most):
    count, until = failures.get(key, (0, 0))
    return count >= most and until > time.time()


def note_failure(key):
    count, until = failures.get(key, (0, 0))
    failures[key] = (count + 1 if until > time.time() else 1, time.time() + 900)


def login_required(view):
    @wraps(view)
    def guarded(*args, **kwargs):
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        entry = tokens.get(token) if scheme.lower() == "bearer" else None
        if entry is None or entry["until"] < time.time():
            abort(401, "A valid token is required")
        g.token = token
        g.user = users[entry["username"]]
        return view(*args, **kwargs)

    return guarded


def teacher_required(view):
    @wraps(view)
    @login_required
    def guarded(*args, **kwargs):
        if g.user["role"] != "teacher":
            abort(403, "Only teachers may do this")
        return view(*args, **kwargs)

    return guarded


def me():
    return {name: g.user[name] for name in ("username", "full_name", "email", "phone", "role")}


def find(rows, row_id):
    return next((row for row in rows if row["id"] == row_id), None) or abort(404, "Not found")


def teaches(course):
    return course["teacher"] == g.user["username"]


def takes_part(course):
    return teaches(course) or g.user["username"] in course["students"]


def course_of(submission):
    return find(courses, find(assignments, submission["assignment_id"])["course_id"])


def may_read(submission):
    return submission["student"] == g.user["username"] or teaches(course_of(submission))


@app.post("/auth/token")
def log_in():
    data = body()
    username, password = text_of(data, "username", 100), text_of(data, "password", 200)
    if blocked(username, 10):
        abort(429, "Too many attempts")
    user = users.get(username)
    given = digest(password, user["salt"] if user else b"no-salt")
    if not hmac.compare_digest(given, user["password"] if user else bytes(32)):
        note_failure(username)
        abort(401, "Wrong user name or password")
    failures.pop(username, None)
    token = secrets.token_urlsafe(32)
    tokens[token] = {"username": username, "until": time.time() + TOKEN_LIFE}
    return jsonify(access_token=token, token_type="bearer", expires_in=TOKEN_LIFE)


@app.delete("/auth/token")
@login_required
def log_out():
    tokens.pop(g.token)
    return "", 204


@app.post("/auth/password")
@login_required
def change_password():
    data = body()
    old, new = text_of(data, "old_password", 200), text_of(data, "new_password", 200)
    if len(new) < 12:
        abort(422, "new_password needs at least 12 characters")
    key = f"password of {g.user['username']}"
    if blocked(key, 5):
        abort(429, "Too many attempts")
    if not hmac.compare_digest(digest(old, g.user["salt"]), g.user["password"]):
        note_failure(key)
        abort(403, "old_password is wrong")
    failures.pop(key, None)
    g.user["password"] = digest(new, g.user["salt"])
    for token in [token for token, entry in tokens.items() if entry["username"] == g.user["username"]]:
        if token != g.token:
            del tokens[token]
    return "", 204


@app.get("/profile")
@login_required
def show_profile():
    return jsonify(me())


@app.patch("/profile")
@login_required
def change_profile():
    data = body()
    for name in ("full_name", "email", "phone"):
        if name in data:
            g.user[name] = text_of(data, name, 100)
    return jsonify(me())


@app.get("/courses")
@login_required
def list_courses():
    language = request.args.get("language")
    return jsonify(
        [
            {
                "id": course["id"],
                "title": course["title"],
                "language": course["language"],
                "teacher": users[course["teacher"]]["full_name"],
                "enrolled": takes_part(course),
            }
            for course in courses
            if language in (None, course["language"])
        ]
    )


@app.post("/courses")
@teacher_required
def add_course():
    data = body()
    course = {
        "id": len(courses) + 1,
        "title": text_of(data, "title", 100),
        "language": text_of(data, "language", 5),
        "teacher": g.user["username"],
        "code": secrets.token_hex(6),
        "students": [],
    }
    courses.append(course)
    return jsonify(course), 201


@app.post("/courses/<int:course_id>/enrolment")
@login_required
def enrol(course_id):
    course = find(courses, course_id)
    code = text_of(body(), "code", 60)
    key = f"code of {course_id} by {g.user['username']}"
    if blocked(key, 5):
        abort(429, "Too many attempts")
    if not hmac.compare_digest(code.encode(), course["code"].encode()):
        note_failure(key)
        abort(403, "The code of the course is wrong")
    if not takes_part(course):
        course["students"].append(g.user["username"])
    return jsonify(course_id=course_id, enrolled=True)


@app.get("/courses/<int:course_id>/roster")
@login_required
def roster(course_id):
    course = find(courses, course_id)
    if not takes_part(course):
        abort(404, "Not found")
    shown = ("username", "full_name", "email", "phone") if teaches(course) else ("username", "full_name")
    return jsonify([{name: users[student][name] for name in shown} for student in course["students"]])


@app.get("/courses/<int:course_id>/assignments")
@login_required
def list_assignments(course_id):
    if not takes_part(find(courses, course_id)):
        abort(404, "Not found")
    return jsonify([assignment for assignment in assignments if assignment["course_id"] == course_id])


@app.post("/courses/<int:course_id>/assignments")
@login_required
def add_assignment(course_id):
    course = find(courses, course_id)
    if not takes_part(course):
        abort(404, "Not found")
    if not teaches(course):
        abort(403, "Only the teacher of the course gives assignments")
    data = body()
    assignment = {
        "id": len(assignments) + 1,
        "course_id": course_id,
        "title": text_of(data, "title", 100),
        "text": text_of(data, "text", 5000),
    }
    assignments.append(assignment)
    return jsonify(assignment), 201


@app.get("/submissions")
@login_required
def list_submissions():
    assignment_id = request.args.get("assignment_id", type=int)
    rows = [row for row in submissions if may_read(row)]
    if assignment_id is not None:
        rows = [row for row in rows if row["assignment_id"] == assignment_id]
    return jsonify(rows)


@app.post("/assignments/<int:assignment_id>/submissions")
@login_required
def hand_in(assignment_id):
    course = find(courses, find(assignments, assignment_id)["course_id"])
    if not takes_part(course):
        abort(404, "Not found")
    submission = add_submission(assignment_id, g.user["username"], text_of(body(), "text", 20_000))
    return jsonify(submission), 201


@app.get("/submissions/<int:submission_id>")
@login_required
def show_submission(submission_id):
    submission = find(submissions, submission_id)
    if not may_read(submission):
        abort(404, "Not found")
    return jsonify(submission)


# A graded text stays as it was graded.
@app.patch("/submissions/<int:submission_id>")
@login_required
def change_submission(submission_id):
    submission = find(submissions, submission_id)
    if submission["student"] != g.user["username"]:
        abort(404, "Not found")
    if submission["grade"] is not None:
        abort(409, "The submission is graded")
    data = body()
    submission["text"] = text_of(data, "text", 20_000)
    return jsonify(submission)


@app.put("/submissions/<int:submission_id>/grade")
@login_required
def grade_submission(submission_id):
    submission = find(submissions, submission_id)
    if not may_read(submission):
        abort(404, "Not found")
    if not teaches(course_of(submission)):
        abort(403, "Only the teacher of the course grades")
    data = body()
    grade = data.get("grade")
    if isinstance(grade, bool) or not isinstance(grade, int) or not 1 <= grade <= 6:
        abort(422, "grade is 1 to 6")
    submission.update(grade=grade, feedback=text_of(data, "feedback", 2000, required=False))
    return jsonify(submission)


@app.post("/submissions/<int:submission_id>/files")
@login_required
def upload(submission_id):
    submission = find(submissions, submission_id)
    if submission["student"] != g.user["username"]:
        abort(404, "Not found")
    data = body()
    name = text_of(data, "name", 100)
    try:
        content = base64.b64decode(text_of(data, "content", MAX_FILE * 2), validate=True)
    except binascii.Error:
        abort(422, "content must be base64")
    stored = add_file(submission, name, content)
    return jsonify(id=stored["id"], name=name, size=len(content)), 201


@app.get("/files/<file_id>")
@login_required
def download(file_id):
    stored = files.get(file_id) or abort(404, "Not found")
    if not may_read(find(submissions, stored["submission_id"])):
        abort(404, "Not found")
    return jsonify(id=file_id, name=stored["name"], content=base64.b64encode(stored["content"]).decode())


if __name__ == "__main__":
    app.run(host="127.0.0.1", port=int(os.environ.get("PORT", "5000")))
