// The editor's page. The parts look for the `<task-editor>` around them, so it is defined first.
import "./editor/task-editor.js";
import "./editor/editor-bar.js";
import "./editor/background-pane.js";
import "./editor/lines-field.js";
import "./editor/tree-pane.js";
import "./editor/hints-list.js";
import "./editor/conflict-dialog.js";
import "./editor/save-state.js";
import "./editor/trial-pane.js";

const editor = document.querySelector("task-editor");
if (location.hash) editor.goToHash(location.hash);
