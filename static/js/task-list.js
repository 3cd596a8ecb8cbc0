// The task table: one box chooses all tasks of the page. Works on the table that htmx swaps in as well.
function offer(table) {
  const label = table.querySelector("[data-choose-all]");
  if (label) label.hidden = false;
}

document.addEventListener("change", (event) => {
  const label = event.target.closest("[data-choose-all]");
  if (!label) return;
  for (const box of label.closest("#tasks").querySelectorAll('input[name="task"]')) box.checked = event.target.checked;
});

document.addEventListener("htmx:afterSettle", () => offer(document));
offer(document);
