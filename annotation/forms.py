"""What people fill in on the project pages."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

from annotation.models import Project, Role
from annotation.models.tasks import LanguageCode


class HouseForm(forms.Form):
    """A form whose fields look like all the others of the house."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs.setdefault("class", _css_class(field.widget))


def _css_class(widget: forms.Widget) -> str:
    if isinstance(widget, forms.RadioSelect | forms.CheckboxSelectMultiple):
        return ""
    if isinstance(widget, forms.Textarea):
        return "area"
    return "select" if isinstance(widget, forms.Select) else "input"


class ProjectForm(HouseForm):
    title = forms.CharField(label=_("Title"), max_length=120)
    description = forms.CharField(
        label=_("Description"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("What is studied, in a sentence or two. Everybody in the project reads it."),
    )
    slug = forms.SlugField(
        label=_("Short name"),
        max_length=60,
        required=False,
        help_text=_("For addresses and commands. Left empty, it is made from the title."),
        error_messages={"invalid": _("Use letters, digits, - and _.")},
    )

    def clean_slug(self) -> str:
        slug = self.cleaned_data["slug"]
        if slug and Project.objects.filter(slug=slug).exists():
            raise forms.ValidationError(_("This short name is taken. Choose another one."))
        return slug


class TaskForm(HouseForm):
    BLANK, CONVERSATION = "blank", "conversation"
    title = forms.CharField(
        label=_("Title"), max_length=200, help_text=_("Seekers see it; it should not give away an answer.")
    )
    language = forms.ChoiceField(label=_("Language"), choices=LanguageCode.choices, initial=LanguageCode.ENGLISH)
    type = forms.CharField(
        label=_("Type"),
        max_length=80,
        required=False,
        help_text=_("A kind of task, such as “Repair”. Results are compared by it."),
        widget=forms.TextInput(attrs={"list": "types"}),
    )
    provider_name = forms.CharField(
        label=_("Provider's name"), max_length=60, initial="Jax", help_text=_("The person whom the seeker asks.")
    )
    start = forms.ChoiceField(
        label=_("Start from"),
        choices=[(BLANK, _("A blank tree")), (CONVERSATION, _("A conversation"))],
        initial=BLANK,
        widget=forms.RadioSelect,
        help_text=_("From a conversation: write or paste one, and turn what the provider says into nodes."),
    )


class MemberForm(HouseForm):
    username = forms.CharField(label=_("Name of the account"), max_length=150)
    roles = forms.MultipleChoiceField(
        label=_("Roles"),
        choices=Role.choices,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("No role was ticked. Nothing was changed.")},
    )

    def clean_username(self) -> AbstractBaseUser:
        """The person; accounts are made by an administrator, and only members learn of each other."""
        name = self.cleaned_data["username"].strip()
        person = get_user_model().objects.filter(username=name, is_active=True).first()
        if person is None:
            raise forms.ValidationError(_("There is no account of this name. Ask the person for the exact name."))
        return person

    @property
    def person(self) -> Any:
        return self.cleaned_data["username"]


class GuidelinesForm(HouseForm):
    text = forms.CharField(label=_("Text"), max_length=50_000, strip=False, widget=forms.Textarea(attrs={"rows": 24}))
