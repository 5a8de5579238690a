"""Starts the project with a fresh database and a few users."""
import os

os.environ["DJANGO_SETTINGS_MODULE"] = "settings"

from django.core.asgi import get_asgi_application

application = get_asgi_application()

from django.contrib.auth import get_user_model
from django.core.management import call_command

from tickets.models import Ticket

call_command("migrate", run_syncdb=True, verbosity=0)
User = get_user_model()
ida = User.objects.create_user("ida", password=os.environ["IDA_PASSWORD"])
User.objects.create_user("tom", password=os.environ["TOM_PASSWORD"])
User.objects.create_user("lead", password=os.environ["LEAD_PASSWORD"], is_staff=True)
Ticket.objects.create(id=31, owner=ida, text="The printer hums")

import uvicorn

uvicorn.run(application, host="127.0.0.1", port=int(os.environ.get("PORT", "8000")), access_log=False, lifespan="off")
