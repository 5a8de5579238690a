from django.urls import path

from notes import views

urlpatterns = [
    path("api/ping/", views.Ping.as_view()),
    path("api/token/", views.ObtainToken.as_view()),
    path("api/token/revoke/", views.RevokeToken.as_view()),
    path("api/session/", views.OpenSession.as_view()),
    path("api/account/", views.Account.as_view()),
    path("api/me/", views.Me.as_view()),
    path("api/notes/", views.Notes.as_view()),
    path("api/notes/<int:pk>/", views.NoteDetail.as_view()),
    path("api/users/", views.Users.as_view()),
    path("api/stats/", views.Stats.as_view()),
    path("api/export/", views.Export.as_view()),
]
