from django.db import migrations, models


class Migration(migrations.Migration):
    """An entry remembers the task version that last agreed with its file, so that edits made here are noticed."""

    dependencies = [("annotation", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="clarqentry",
            name="version",
            field=models.PositiveIntegerField(
                default=1, help_text="The version that last agreed with the file.", verbose_name="version of the task"
            ),
        ),
    ]
