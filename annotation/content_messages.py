"""Words for what `annotation.clarq.content` refuses, translated. The English templates are the message ids."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from annotation.clarq.content import ContentError

# Every template of the pure module (a test keeps the two lists equal), here for the translators to find.
TEMPLATES = (
    _("The language must be en or zh."),
    _("{texts} texts stand against {labels} labels."),
    _("{purposes} purposes stand against {texts} texts below the root."),
    _("The label {label} stands twice."),
    _("The label {label} needs its parent {parent} before it."),
    _("Two nodes carry the id {uid}."),
    _("The first node must be the root, labelled 0."),
    _("Node {label} is a second root; give it a parent."),
    _("Node {label} hangs from a node that does not come before it."),
    _("An object was expected here."),
    _("A list was expected here."),
    _("At most {limit} entries fit here; {count} were given."),
    _("A text was expected here."),
    _("At most {limit} characters fit here; {count} were given."),
    _("The text holds a zero character, which no database can store."),
    _("The text holds half a character, which cannot be stored."),
    _("One entry is one line; split it at its line break."),
    _("Between 1 and 64 characters were expected here."),
    _("The speaker must be seeker or provider."),
    _("Only what the provider said can become a node."),
    _("One utterance is one node."),
    _("The first node is the root; every other needs a node to hang from."),
    _("This node hangs from a line that is not an earlier node."),
)


def told(error: ContentError) -> str:
    """The error's message in the active language."""
    return gettext(error.template).format(**error.parameters) if error.parameters else gettext(error.template)
