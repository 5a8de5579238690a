from django.urls import path

from tickets import views

urlpatterns = [
    path("api/csrf/", views.Csrf.as_view()),
    path("api/login/", views.Login.as_view()),
    path("api/logout/", views.Logout.as_view()),
    path("api/me/", views.Me.as_view()),
    path("api/tickets/", views.Tickets.as_view()),
    path("api/tickets/<int:pk>/", views.TicketDetail.as_view()),
    path("api/staff/", views.Staff.as_view()),
]
