"""What can be done to projects and tasks. Every write goes through here.

`projects` is about who works together, `tasks` about making and opening tasks, `revisions` about what they say.
"""

from annotation.clarq.content import blank_content
from annotation.services.projects import (
    LONGEST_SLUG,
    add_guidelines,
    create_project,
    project_named,
    require_short_name,
    set_roles,
)
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
    "LONGEST_SLUG",
    "TaskDraft",
    "VersionConflict",
    "add_guidelines",
    "blank_content",
    "create_project",
    "create_task",
    "create_tasks",
    "is_playable",
    "move_task",
    "project_named",
    "record_rows",
    "require_short_name",
    "restore_revision",
    "revision_json",
    "revision_line",
    "save_content",
    "set_roles",
    "sister_content",
    "start_translation",
]
