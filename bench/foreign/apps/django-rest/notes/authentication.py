import secrets

from django.conf import settings
from rest_framework.authentication import TokenAuthentication
from rest_framework.permissions import BasePermission


class BearerAuthentication(TokenAuthentication):
    keyword = "Bearer"


class HasExportKey(BasePermission):
    def has_permission(self, request, view):
        key = request.headers.get("X-Export-Key", "")
        return secrets.compare_digest(key.encode(), settings.EXPORT_KEY.encode())


class IsStaff(BasePermission):
    def has_permission(self, request, view):
        return bool(request.user and request.user.is_staff)
