// The screen that index.html shows when the files do not come at once: it stays until there is a page to see instead.

/** Whether the application has drawn more than its grey shape (page-skeleton.tsx). */
const hasPage = (container: Element): boolean => container.querySelector(":scope > :not(.tm-skeleton)") !== null;

/** Removes the screen, after which it is seen by nobody, with the first page in the container. */
export function leaveStartScreen(container: Element): void {
  const screen = document.getElementById("starting");
  if (screen === null) return;
  // The application was here before it was shown.
  if (document.documentElement.dataset["start"] === "soon") {
    screen.remove();
    return;
  }
  const watch = new MutationObserver(() => {
    if (!hasPage(container)) return;
    watch.disconnect();
    screen.remove();
  });
  watch.observe(container, { childList: true });
}
