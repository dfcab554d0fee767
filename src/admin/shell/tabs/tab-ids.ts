// The ids that join a tab and its page for screen readers.
export function tabIdOf(path: string): string {
  return `tab-${path.slice(1).replaceAll("/", "-")}`;
}

export function panelIdOf(path: string): string {
  return `panel-${path.slice(1).replaceAll("/", "-")}`;
}
