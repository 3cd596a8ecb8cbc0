"""What can be done to projects and tasks. Every write goes through here.

`projects` is about who works together, `tasks` about making and opening tasks, `revisions` about what they say.
"""

from annotation.clarq.content import blank_content
from annotation.services.projects import add_guidelines, create_project, set_roles
from annotation.services.revisions import (
    VersionConflict,
    record_rows,
    restore_revision,
    revision_json,
    revision_line,
    save_content,
)
from annotation.services.tasks import (
    TaskDraft,
    create_task,
    create_tasks,
    is_playable,
    move_task,
    sister_content,
    start_translation,
)

__all__ = [
    "TaskDraft",
    "VersionConflict",
    "add_guidelines",
    "blank_content",
    "create_project",
    "create_task",
    "create_tasks",
    "is_playable",
    "move_task",
    "record_rows",
    "restore_revision",
    "revision_json",
    "revision_line",
    "save_content",
    "set_roles",
    "sister_content",
    "start_translation",
]
