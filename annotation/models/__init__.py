from annotation.models.clarq import ClarqBackground, ClarqEntry, ClarqFile, ResponseNode
from annotation.models.projects import Guidelines, Membership, Project, Role
from annotation.models.tasks import Task, TaskRevision

__all__ = [
    "ClarqBackground",
    "ClarqEntry",
    "ClarqFile",
    "Guidelines",
    "Membership",
    "Project",
    "ResponseNode",
    "Role",
    "Task",
    "TaskRevision",
]
