"""Long lists over the API, a page at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.paginator import Paginator
from django.db.models import QuerySet
from rest_framework.request import Request

PAGE_SIZE = 100


def page_of(rows: QuerySet[Any], request: Request, shown: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
    """``{"count", "page", "pages", "results"}``; a page that does not exist is the nearest one."""
    paginator = Paginator(rows, PAGE_SIZE)
    page = paginator.get_page(request.query_params.get("page", "1"))
    return {
        "count": paginator.count,
        "page": page.number,
        "pages": paginator.num_pages,
        "results": [shown(row) for row in page.object_list],
    }
