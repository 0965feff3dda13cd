// Keys for the links of a page that name one: on the replay the arrows go a step, with Shift a turn.

addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  // Where an arrow moves the cursor, or what can be scrolled, it is not ours.
  if (event.target.closest("input, select, textarea, [contenteditable], [tabindex]")) return;
  const keys = `${event.shiftKey ? "Shift+" : ""}${event.key}`;
  const link = document.querySelector(`a[aria-keyshortcuts="${CSS.escape(keys)}"]`);
  if (!link) return;
  event.preventDefault();
  link.click();
});
