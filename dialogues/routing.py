"""The sockets' addresses; `clarify_site.asgi` puts them behind sessions and the check of origins."""

from typing import Any

from django.urls import path, re_path

from dialogues.consumers import DialogueConsumer, NoSuchSocket

websocket_urlpatterns: list[Any] = [
    path("ws/dialogues/<int:pk>/", DialogueConsumer.as_asgi()),
    re_path("", NoSuchSocket.as_asgi()),
]
