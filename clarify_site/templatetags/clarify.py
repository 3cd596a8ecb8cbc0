"""Small pieces that every page uses: icons, node labels, numbers as the house writes them."""

from __future__ import annotations

from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

register = template.Library()
MINUS = "−"


@register.simple_tag
def icon(name: str, size: str = "") -> SafeString:
    """A picture from the sprite; decoration only, words stand beside it."""
    return format_html(
        '<svg class="i {}" aria-hidden="true"><use href="{}#{}"></use></svg>', size, static("icons.svg"), name
    )


@register.simple_tag
def node_label(label: str, state: str = "open") -> SafeString:
    """The atom of the product: ring = open, solid with check = given, dashed with lock = locked, dotted = none."""
    words = {
        "open": _("node %(label)s, open"),
        "given": _("node %(label)s, given"),
        "locked": _("node %(label)s, locked"),
        "root": _("node %(label)s, the root"),
        "none": _("no node"),
    }[state] % {"label": label}
    sign = {"given": icon("check", "sm"), "locked": icon("lock", "sm")}.get(state, "")
    shown = _("none") if state == "none" else label
    return format_html(
        '<span class="node {}">{}<span aria-hidden="true">{}</span><span class="sr">{}</span></span>',
        state,
        sign,
        shown,
        words,
    )


@register.filter
def rate(value: float | None) -> str:
    """A share between 0 and 1 as .571; what is undefined is called so."""
    if value is None:
        return _("undefined")
    text = f"{value:.3f}"
    return text[1:] if text.startswith("0.") else text


@register.filter
def decimal(value: float | None, places: int = 2) -> str:
    """A number with a true minus sign; what is undefined is called so."""
    if value is None:
        return _("undefined")
    return f"{value:,.{places}f}".replace("-", MINUS)


@register.filter
def lang_tag(code: str) -> str:
    """The `lang` attribute of a text: fonts, line height and voice follow it."""
    return "zh-Hans" if code == "zh" else "en"


@register.filter
def lookup(mapping: Any, key: Any) -> Any:
    return mapping.get(key) if hasattr(mapping, "get") else None
