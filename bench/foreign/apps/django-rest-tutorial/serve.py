"""Django REST framework in one file: tokens, sessions and Basic side by side, its document by drf-spectacular."""
import os

import django
from django.conf import settings

HERE = os.path.dirname(os.path.abspath(__file__))
settings.configure(
    SECRET_KEY="django-insecure-tutorial-3k9x",
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    USE_TZ=True,
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
    INSTALLED_APPS=[
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "django.contrib.sessions",
        "rest_framework",
        "rest_framework.authtoken",
        "drf_spectacular",
    ],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.common.CommonMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
    ],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": os.path.join(HERE, "db.sqlite3")}},
    REST_FRAMEWORK={
        "DEFAULT_AUTHENTICATION_CLASSES": [
            "rest_framework.authentication.TokenAuthentication",
            "rest_framework.authentication.BasicAuthentication",
        ],
        "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
        "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
        "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    },
)
django.setup()

from django.contrib.auth import get_user_model
from django.core.asgi import get_asgi_application
from django.core.management import call_command
from django.urls import include, path
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework import routers, serializers, viewsets
from rest_framework.authtoken.models import Token
from rest_framework.authtoken.views import obtain_auth_token
from rest_framework.decorators import api_view, permission_classes
from rest_framework.permissions import AllowAny, IsAdminUser
from rest_framework.response import Response


class UserSerializer(serializers.ModelSerializer):
    class Meta:
        model = get_user_model()
        fields = ["id", "username", "email", "is_staff"]


class UserViewSet(viewsets.ReadOnlyModelViewSet):
    queryset = get_user_model().objects.order_by("id")
    serializer_class = UserSerializer
    permission_classes = [IsAdminUser]


@extend_schema(responses=str)
@api_view(["GET"])
def example(request):
    return Response({"user": str(request.user), "auth": request.auth is not None, "at": timezone.now()})


@extend_schema(responses=str)
@api_view(["GET"])
@permission_classes([AllowAny])
def hello(request):
    return Response({"message": "Hello, world!"})


router = routers.DefaultRouter()
router.include_root_view = False
router.register("users", UserViewSet)
urlpatterns = [
    path("schema/", SpectacularAPIView.as_view(permission_classes=[AllowAny], authentication_classes=[])),
    path("api-token-auth/", obtain_auth_token),
    path("example/", example),
    path("hello/", hello),
    path("", include(router.urls)),
]

call_command("migrate", run_syncdb=True, verbosity=0)
ann = get_user_model().objects.create_user("ann", password=os.environ["ANN_PASSWORD"])
root = get_user_model().objects.create_superuser("root", password=os.environ["ROOT_PASSWORD"])
Token.objects.create(user=ann, key=os.environ["ANN_TOKEN"])
Token.objects.create(user=root, key=os.environ["ROOT_TOKEN"])

import uvicorn

uvicorn.run(get_asgi_application(), host="127.0.0.1", port=int(os.environ.get("PORT", "8000")), access_log=False, lifespan="off")
