from django.contrib import admin
from django.urls import include, path
from django.views.i18n import JavaScriptCatalog
from drf_spectacular.views import SpectacularAPIView

from clarify_site import views

urlpatterns = [
    path("", views.home, name="home"),
    path("sign-in/", views.SignIn.as_view(), name="sign-in"),
    path("sign-in/demo/", views.demo_sign_in, name="demo-sign-in"),
    path("sign-out/", views.SignOut.as_view(), name="sign-out"),
    path("account/", views.account, name="account"),
    path("account/token/", views.make_token, name="account-token"),
    path("language/", include("django.conf.urls.i18n")),
    path("words.js", JavaScriptCatalog.as_view(), name="words"),
    path("health/", views.health, name="health"),
    path("admin/", admin.site.urls),
    path("api/schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("", include("annotation.urls")),
    path("", include("dialogues.urls")),
    path("", include("evaluation.urls")),
]
handler400 = "clarify_site.views.unreadable"
handler404 = "clarify_site.views.not_found"
handler500 = "clarify_site.views.server_error"
