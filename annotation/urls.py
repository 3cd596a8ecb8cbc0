from django.urls import URLPattern, URLResolver, path

from annotation import api
from annotation.views import conversation, editor, guidelines, history, importing, members, projects

urlpatterns: list[URLPattern | URLResolver] = [
    path("projects/", projects.projects, name="projects"),
    path("projects/new/", projects.new_project, name="project-new"),
    path("p/<slug:slug>/", projects.project, name="project"),
    path("p/<slug:slug>/tasks/new/", projects.new_task, name="task-new"),
    path("p/<slug:slug>/tasks/status/", projects.move_tasks, name="tasks-status"),
    path("p/<slug:slug>/members/", members.members, name="members"),
    path("p/<slug:slug>/members/<int:pk>/", members.change_member, name="member"),
    path("p/<slug:slug>/guidelines/", guidelines.guidelines, name="guidelines"),
    path("p/<slug:slug>/import/", importing.upload, name="import"),
    path("p/<slug:slug>/import/check/", importing.check, name="import-check"),
    path("p/<slug:slug>/export/", importing.export, name="export"),
    path("tasks/<int:pk>/translation/", projects.start_translation, name="task-translation"),
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
