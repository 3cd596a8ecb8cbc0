from django.urls import URLPattern, URLResolver, path

from annotation import api
from annotation.views import conversation, editor, history

urlpatterns: list[URLPattern | URLResolver] = [
    path("tasks/<int:pk>/", editor.editor, name="task"),
    path("tasks/<int:pk>/print/", editor.print_task, name="task-print"),
    path("tasks/<int:pk>/status/", editor.change_status, name="task-status"),
    path("tasks/<int:pk>/history/", history.history, name="task-history"),
    path("tasks/<int:pk>/history/<int:revision>/", history.revision, name="task-revision"),
    path("tasks/<int:pk>/history/<int:revision>/restore/", history.restore, name="task-restore"),
    path("tasks/<int:pk>/from-conversation/", conversation.from_conversation, name="task-from-conversation"),
    path(
        "p/<slug:slug>/tasks/from-conversation/", conversation.new_from_conversation, name="task-new-from-conversation"
    ),
    path("api/tasks/<int:pk>/content/", api.Content.as_view(), name="api-task-content"),
    path("api/tasks/<int:pk>/lint/", api.Lint.as_view(), name="api-task-lint"),
    path("api/tasks/<int:pk>/revisions/", api.Revisions.as_view(), name="api-task-revisions"),
    path("api/tasks/<int:pk>/revisions/<int:revision>/", api.Revision.as_view(), name="api-task-revision"),
    path("api/tasks/<int:pk>/revisions/<int:revision>/restore/", api.Restore.as_view(), name="api-task-restore"),
]
