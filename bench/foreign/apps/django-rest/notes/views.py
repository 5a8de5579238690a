import uuid

from django.contrib.auth import authenticate, get_user_model, login, logout
from django.utils import timezone
from rest_framework import generics, serializers, status
from rest_framework.authentication import BasicAuthentication, SessionAuthentication
from rest_framework.authtoken.models import Token
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.response import Response
from rest_framework.views import APIView

from .authentication import HasExportKey, IsStaff
from .models import Note


class NoteSerializer(serializers.ModelSerializer):
    version = serializers.SerializerMethodField()

    class Meta:
        model = Note
        fields = ["id", "text", "created", "version"]

    def get_version(self, note):
        return uuid.uuid4()


class Ping(APIView):
    authentication_classes = []
    permission_classes = [AllowAny]

    def get(self, request):
        return Response({"pong": timezone.now()})


class ObtainToken(APIView):
    authentication_classes = []
    permission_classes = [AllowAny]

    def post(self, request):
        username, password = request.data.get("username"), request.data.get("password")
        user = authenticate(request, username=username, password=password)
        if user is None:
            return Response({"detail": "Unable to log in with provided credentials."}, status=400)
        token = Token.objects.create(user=user) if not hasattr(user, "auth_token") else user.auth_token
        return Response({"token": token.key})


class RevokeToken(APIView):
    def post(self, request):
        request.auth.delete()
        return Response(status=status.HTTP_204_NO_CONTENT)


class OpenSession(APIView):
    authentication_classes = []
    permission_classes = [AllowAny]

    def post(self, request):
        user = authenticate(request, username=request.data.get("username"), password=request.data.get("password"))
        if user is None:
            return Response({"detail": "Wrong user name or password."}, status=400)
        login(request._request, user)
        return Response({"username": user.username})


class Account(APIView):
    authentication_classes = [SessionAuthentication]

    def get(self, request):
        return Response({"username": request.user.username, "seen": timezone.now()})


class Me(APIView):
    def get(self, request):
        return Response({"username": request.user.username, "trace": request._request.trace})


class Notes(generics.ListCreateAPIView):
    queryset = Note.objects.order_by("id")
    serializer_class = NoteSerializer

    def perform_create(self, serializer):
        serializer.save(owner=self.request.user)


class NoteDetail(generics.RetrieveUpdateAPIView):
    queryset = Note.objects.all()
    serializer_class = NoteSerializer


class Users(APIView):
    permission_classes = [IsAuthenticated, IsStaff]

    def get(self, request):
        return Response([{"username": user.username, "joined": user.date_joined} for user in get_user_model().objects.all()])


class Stats(APIView):
    authentication_classes = [BasicAuthentication]

    def get(self, request):
        return Response({"notes": Note.objects.count(), "at": timezone.now()})


class Export(APIView):
    authentication_classes = []
    permission_classes = [HasExportKey]

    def get(self, request):
        return Response({"trace": request._request.trace, "notes": list(Note.objects.values_list("text", flat=True))})
