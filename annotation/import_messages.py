"""Words for what an import finds wrong: the reason and the way out, translated."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from annotation.clarq.file_problems import Problem

# code → (reason, way out); the parameters are those of the code's Problem.
WORDS: dict[str, tuple[str, str]] = {
    "file_too_large": (
        _("The file is larger than %(limit)s MB."),
        _("Split it; the published files have 20 entries each."),
    ),
    "name_too_long": (_("The file name is longer than %(limit)s characters."), _("Give the file a shorter name.")),
    "same_name_twice": (
        _("Two of the files would be this one."),
        _("Keep one file of each name in a language's folder."),
    ),
    "not_utf8": (_("Byte %(byte)s is not UTF-8."), _("Save the file as UTF-8.")),
    "not_json": (
        _("It stops being JSON at line %(line)s, column %(column)s."),
        _("Correct it there, or export the file again from where it came."),
    ),
    "repeated_field": (
        _("An object names the field “%(field)s” twice."),
        _("Keep one of the two; a reader would silently lose the other."),
    ),
    "nested_too_deep": (_("It is nested too deeply to be read."), _("Check that this is a ClarQ task file.")),
    "number_unusable": (_("It holds a number that JSON does not allow."), _("Write the number in plain digits.")),
    "file_not_list": (
        _("The file holds one %(found)s; an array of entries was expected."),
        _("Put the entries into an array: [ … ]."),
    ),
    "too_many_entries": (
        _("%(count)s entries; at most %(limit)s fit into a file."),
        _("Split the file; the published ones have 20 entries each."),
    ),
    "entry_not_object": (
        _("The entry is a JSON %(found)s; an object was expected."),
        _("Check that this is a task file; files with dialogues are read by “import_dialogues”."),
    ),
    "zero_character": (_("The text holds a zero character."), _("Delete the character \\u0000.")),
    "half_character": (
        _("The text holds half a character (a lone surrogate)."),
        _("Write the character whole, or delete it."),
    ),
    "infinite_number": (_("The number is too large to be stored."), _("Write a smaller number.")),
    "not_a_text": (_("A text was expected here, not %(found)s."), _("Put the value into quotes.")),
    "not_a_list": (_("An array was expected here, not %(found)s."), _("Put the values into an array: [ … ].")),
    "no_responses": (
        _("The entry has a background but no responses."),
        _("Add the texts and their labels, or empty background_splitted to make it a placeholder."),
    ),
    "odd_lines": (
        _("%(count)s lines cannot be texts with one label each."),
        _("Give every text one line and every label one line, the texts first."),
    ),
    "too_many_nodes": (_("%(count)s texts; at most %(limit)s fit into one tree."), _("Split the task.")),
    "text_too_long": (_("%(count)s characters; at most %(limit)s fit here."), _("Shorten the text.")),
    "too_many_lines": (_("%(count)s lines; at most %(limit)s fit here."), _("Shorten the list.")),
    "not_a_label": (
        _("“%(label)s” is no label."),
        _("Write labels as numbers with dots (0, 1, 1.1), one per line, as many as there are texts."),
    ),
    "repeated_label": (_("The label %(label)s stands twice."), _("Give one of the two texts another label.")),
    "root_not_first": (_("The first label is %(label)s."), _("Begin with the root, label 0.")),
    "label_without_parent": (
        _("The label %(label)s has no parent %(parent)s before it."),
        _("Give label %(label)s its parent %(parent)s."),
    ),
    "background_parts": (
        _("%(count)s parts; five were expected."),
        _("Give role, goal, items, skills and scenes, in this order; a part may be empty."),
    ),
    "purposes_differ": (
        _("%(count)s purposes stand against %(texts)s texts below the root."),
        _("Give each text but the first one purpose, or none at all."),
    ),
    "other_fields_too_long": (
        _("The other fields take %(count)s characters; at most %(limit)s are kept."),
        _("Shorten or remove them."),
    ),
}


def reason_of(problem: Problem) -> str:
    return gettext(WORDS[problem.code][0]) % problem.parameters


def way_out_of(problem: Problem) -> str:
    return gettext(WORDS[problem.code][1]) % problem.parameters


def problem_json(problem: Problem) -> dict[str, Any]:
    """``{file, entry, where, code, reason, way_out}`` in the active language; `entry` counts from 0 or is null."""
    return {
        "file": problem.file,
        "entry": problem.entry,
        "where": problem.where,
        "code": problem.code,
        "reason": reason_of(problem),
        "way_out": way_out_of(problem),
    }


# What an export had to adapt, because the published layout cannot hold it (`files.exportable`).
ADAPTED: dict[str, str] = {
    "line_breaks": _("line breaks inside a text became spaces"),
    "relabelled": _("nodes were labelled anew, in the order of the tree"),
    "root_purpose": _("the purpose of the root was left out"),
    "sample_dialogue": _("the sample dialogue was left out"),
}
