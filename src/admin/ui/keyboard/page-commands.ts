// What can be done on the open page, for the search over it: its buttons that are in sight, and what its menus hold.
import { useEffect } from "react";
import { isPressable, keyScope, labelOf } from "./page-keys.ts";

interface PageCommand {
  readonly label: string;
  /** The part of the page that it belongs to; "" for the page itself. */
  readonly part: string;
  readonly run: () => void;
}

/** What pages have in menus that are closed. */
const inMenus = new Map<object, readonly PageCommand[]>();

/** Makes what a closed menu holds known, while the page with it is in sight. */
export function useMenuCommands(commands: readonly PageCommand[]): void {
  useEffect(() => {
    const key = {};
    inMenus.set(key, commands);
    return () => {
      inMenus.delete(key);
    };
  }, [commands]);
}

/** The buttons of bars that say so with `data-commands`, and what menus have told; each name once in each part. */
export function pageCommands(): readonly PageCommand[] {
  const buttons = [...keyScope().querySelectorAll<HTMLElement>("[data-commands] button, button[data-commands]")].filter(isPressable);
  const commands = [
    ...buttons.map((button) => ({
      label: labelOf(button),
      part: button.closest("section[aria-label]")?.getAttribute("aria-label") ?? "",
      run: () => {
        button.focus({ preventScroll: true });
        button.click();
      },
    })),
    ...[...inMenus.values()].flat(),
  ];
  const seen = new Set<string>();
  return commands.filter(({ label, part }) => {
    const name = `${part} ${label}`;
    if (label === "" || seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}
