"""Pages of the conversation, and the API behind them."""

from django.urls import URLPattern, URLResolver, path

from dialogues import views
from dialogues.api import conversations, trial

urlpatterns: list[URLPattern | URLResolver] = [
    path("play/", views.play, name="play"),
    path("play/<int:pk>/start/", views.play_start, name="play-start"),
    path("chat/<int:pk>/", views.chat, name="chat"),
    path("chat/<int:pk>/done/", views.chat_done, name="chat-done"),
    path("api/tasks/open/", conversations.OpenTasks.as_view(), name="api-open-tasks"),
    path("api/tasks/<int:pk>/try/", trial.Trial.as_view(), name="try"),
    path("api/try/warm/", trial.Warm.as_view(), name="try-warm"),
    path("api/dialogues/", conversations.Dialogues.as_view(), name="api-dialogues"),
    path("api/dialogues/<int:pk>/", conversations.OneDialogue.as_view(), name="api-dialogue"),
    path("api/dialogues/<int:pk>/turns/", conversations.Turns.as_view(), name="api-turns"),
    path("api/dialogues/<int:pk>/goodbye/", conversations.Goodbye.as_view(), name="api-goodbye"),
    path("api/dialogues/<int:pk>/retry/", conversations.Retry.as_view(), name="api-retry"),
]
