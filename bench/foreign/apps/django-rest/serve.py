"""Starts the project with a fresh database and a few users."""
import os

os.environ["DJANGO_SETTINGS_MODULE"] = "settings"

from django.core.asgi import get_asgi_application

application = get_asgi_application()

from django.contrib.auth import get_user_model
from django.core.management import call_command

from notes.models import Note

call_command("migrate", run_syncdb=True, verbosity=0)
User = get_user_model()
ann = User.objects.create_user("ann", password=os.environ["ANN_PASSWORD"])
User.objects.create_user("bob", password=os.environ["BOB_PASSWORD"])
User.objects.create_user("root", password=os.environ["ROOT_PASSWORD"], is_staff=True)
Note.objects.create(id=41, owner=ann, text="Call the plumber on Tuesday")
Note.objects.create(id=42, owner=ann, text="Birthday of the neighbour")

import uvicorn

uvicorn.run(application, host="127.0.0.1", port=int(os.environ.get("PORT", "8000")), access_log=False, lifespan="off")
