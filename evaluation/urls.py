from django.urls import URLPattern, URLResolver, path

from evaluation import api
from evaluation.views import dashboard, dialogues

urlpatterns: list[URLPattern | URLResolver] = [
    path("p/<slug:slug>/dashboard/", dashboard.dashboard, name="dashboard"),
    path("p/<slug:slug>/dashboard.csv", dashboard.dashboard_csv, name="dashboard-csv"),
    path("p/<slug:slug>/dashboard.json", dashboard.dashboard_as_json, name="dashboard-json"),
    path("p/<slug:slug>/runs/<slug:name>/", dashboard.run, name="run"),
    path("p/<slug:slug>/dialogues/", dialogues.dialogues, name="dialogues"),
    path("p/<slug:slug>/dialogues.csv", dialogues.dialogues_csv, name="dialogues-csv"),
    path("p/<slug:slug>/dialogues.json", dialogues.dialogues_json, name="dialogues-json"),
    path("p/<slug:slug>/dialogues/reveal/", dialogues.reveal_list, name="reveal-list"),
    path("dialogues/<int:pk>/", dialogues.dialogue, name="dialogue"),
    path("dialogues/<int:pk>.json", dialogues.dialogue_as_json, name="dialogue-json"),
    path("dialogues/<int:pk>/verdict/", dialogues.verdict, name="verdict"),
    path("dialogues/<int:pk>/reveal/", dialogues.show, name="reveal"),
    path("api/runs/", api.Runs.as_view(), name="api-runs"),
    path("api/runs/<int:pk>/", api.OneRun.as_view(), name="api-run"),
    path("api/dialogues/<int:pk>/scores/", api.Scores.as_view(), name="api-dialogue-scores"),
    path("api/dialogues/<int:pk>/verdicts/", api.Verdicts.as_view(), name="api-dialogue-verdicts"),
]
