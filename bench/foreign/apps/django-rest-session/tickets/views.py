from django.contrib.auth import authenticate, get_user_model, login, logout
from django.middleware.csrf import get_token
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_protect
from rest_framework import generics, serializers
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import AllowAny, IsAdminUser, IsAuthenticated
from rest_framework.response import Response
from rest_framework.views import APIView

from tickets.models import Ticket


class TicketSerializer(serializers.ModelSerializer):
    class Meta:
        model = Ticket
        fields = ["id", "text"]


class Csrf(APIView):
    permission_classes = [AllowAny]

    def get(self, request):
        return Response({"csrfToken": get_token(request)})


@method_decorator(csrf_protect, name="dispatch")
class Login(APIView):
    permission_classes = [AllowAny]
    authentication_classes = []

    def post(self, request):
        user = authenticate(request, username=request.data.get("username"), password=request.data.get("password"))
        if user is None:
            raise AuthenticationFailed("Wrong name or password")
        login(request, user)
        return Response({"user": user.username})


class Logout(APIView):
    def post(self, request):
        logout(request)
        return Response(status=204)


class Me(APIView):
    def get(self, request):
        return Response({"user": request.user.username, "isStaff": request.user.is_staff})


class Tickets(generics.ListCreateAPIView):
    serializer_class = TicketSerializer

    def get_queryset(self):
        return Ticket.objects.filter(owner=self.request.user).order_by("id")[:20]

    def perform_create(self, serializer):
        serializer.save(owner=self.request.user)


class TicketDetail(APIView):
    def get(self, request, pk):
        ticket = generics.get_object_or_404(Ticket, pk=pk, owner=request.user)
        return Response({"id": ticket.id, "text": ticket.text, "at": timezone.now()})


class Staff(APIView):
    permission_classes = [IsAuthenticated, IsAdminUser]

    def get(self, request):
        return Response({"users": list(get_user_model().objects.values_list("username", flat=True))})
