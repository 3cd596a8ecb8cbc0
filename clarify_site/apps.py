from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "clarify_site"
    verbose_name = "Clarify"
