"""What every administration page of a project's rows is made of: who sees which rows, and rows nobody edits."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db import models
from django.db.models import QuerySet
from django.http import HttpRequest

from annotation.models import Project, Role
from annotation.models.projects import KNOW_TREES, MANAGE


class ScopedAdmin(admin.ModelAdmin):
    """Rows of the projects in which the person has one of the roles; `change_roles` may change them.

    Django's own permissions come on top: both must allow.
    """

    project_path = "project"
    view_roles: tuple[Role, ...] = KNOW_TREES
    change_roles: tuple[Role, ...] = MANAGE
    show_full_result_count = False
    list_per_page = 50

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).filter(**{f"{self.project_path}__in": self._projects(request)})

    def _projects(self, request: HttpRequest) -> QuerySet[Project]:
        return Project.objects.where_user_is(request.user, self.view_roles)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return super().has_change_permission(request, obj) and self._may_change(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return super().has_delete_permission(request, obj) and self._may_change(request, obj)

    def _may_change(self, request: HttpRequest, obj: Any) -> bool:
        return obj is None or self._project_of(obj).allows(request.user, self.change_roles)

    def _project_of(self, obj: Any) -> Project:
        for name in self.project_path.split("__"):
            obj = getattr(obj, name)
        return obj

    def formfield_for_foreignkey(self, db_field: models.ForeignKey, request: HttpRequest, **kwargs: Any) -> Any:
        """Rows are added to projects that one may change, and to no others."""
        if db_field.related_model is Project:
            kwargs["queryset"] = Project.objects.where_user_is(request.user, self.change_roles)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)


class ReadOnly:
    """What only the product itself writes: shown, never edited by hand."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
