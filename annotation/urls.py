from django.urls import URLPattern, URLResolver, path

from annotation import api

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/tasks/<int:pk>/content/", api.Content.as_view(), name="api-task-content"),
    path("api/tasks/<int:pk>/lint/", api.Lint.as_view(), name="api-task-lint"),
    path("api/tasks/<int:pk>/revisions/", api.Revisions.as_view(), name="api-task-revisions"),
    path("api/tasks/<int:pk>/revisions/<int:revision>/", api.Revision.as_view(), name="api-task-revision"),
    path("api/tasks/<int:pk>/revisions/<int:revision>/restore/", api.Restore.as_view(), name="api-task-restore"),
]
