// Keys that press the buttons of a page: a button names its own in `aria-keyshortcuts`, a key presses the one that is in sight.
import { useEffect } from "react";
import { readStored, writeStored } from "../../browser/storage.ts";
import { useEvent } from "../hooks/use-event.ts";

const storedAs = "pageKeys";

/** A barcode scanner types its keys within this of one another, in milliseconds; people do not. */
const ofScanner = 50;

/** Single keys can be switched off, for those whose speech input or hands would press them unawares (WCAG 2.1.4). */
export const arePageKeysOn = (): boolean => readStored(storedAs)?.content !== false;

export const switchPageKeys = (isOn: boolean): void => writeStored(storedAs, isOn);

/** Where keys are text, or choose among what is offered. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches("textarea, select")) return true;
  if (target.matches("input") && !target.matches("[type=checkbox], [type=radio]")) return true;
  return target.closest("[role=menu], [role=listbox], [role=tree], [role=tablist], .tm-pop") !== null;
}

/** The dialog in front of the page, which covers what is below it. */
const dialogInFront = (): Element | undefined =>
  [...document.querySelectorAll(".ant-modal-wrap, dialog[open]")].findLast((one) => one.checkVisibility());

/** What buttons are pressed in now: the dialog in front, or the page. */
export const keyScope = (): ParentNode => dialogInFront() ?? document;

/** Whether a button is in sight and can be pressed. */
export function isPressable(button: HTMLElement): boolean {
  return (
    button.checkVisibility() &&
    !button.matches(":disabled, [aria-disabled=true]") &&
    button.closest("[inert]") === null &&
    !button.matches("[role=tab]")
  );
}

const keysOf = (element: Element): readonly string[] => (element.getAttribute("aria-keyshortcuts") ?? "").split(" ").filter(Boolean);

/** Keys with Ctrl or the command key have handlers of their own: they count where somebody types as well. */
const isOwn = (key: string): boolean => key.length > 0 && !/^(?:Control|Meta)\+/u.test(key);

/** The name of a pressed key as `aria-keyshortcuts` has it; undefined for what is no key of a page. */
function nameOf(event: KeyboardEvent): string | undefined {
  if (event.ctrlKey || event.metaKey || event.isComposing) return undefined;
  const { key } = event;
  if (event.altKey) return event.shiftKey ? undefined : `Alt+${key}`;
  // Signs are where the keyboard has them, with or without Shift; a letter with it is another one.
  if (key.length === 1) return event.shiftKey && /\p{L}/u.test(key) ? undefined : key.toLowerCase();
  return event.shiftKey ? undefined : key;
}

const signs: Readonly<Record<string, string>> = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Escape: "Esc",
  Delete: "Del",
};
const modifiers = { apple: { Control: "⌘", Meta: "⌘", Alt: "⌥" }, others: { Control: "Ctrl", Meta: "Ctrl", Alt: "Alt" } } as const;

/** Keys of `aria-keyshortcuts` as they are written for people. */
export function shownKeys(keys: string, ofApple: boolean): readonly string[] {
  const names: Readonly<Record<string, string>> = { ...signs, ...(ofApple ? modifiers.apple : modifiers.others) };
  return keys
    .split(" ")
    .filter(Boolean)
    .map((key) =>
      key
        .split("+")
        .map((part) => names[part] ?? (part.length === 1 ? part.toUpperCase() : part))
        .join(ofApple ? "" : "+"),
    );
}

/** What an element is called. */
export const labelOf = (element: HTMLElement): string => (element.getAttribute("aria-label") ?? element.textContent ?? "").trim();

/** What has keys in sight, in the order of the page. */
export const keyedElements = (): readonly HTMLElement[] =>
  [...keyScope().querySelectorAll<HTMLElement>("[aria-keyshortcuts]")].filter(isPressable);

function elementFor(name: string): HTMLElement | undefined {
  return keyedElements().find((element) => keysOf(element).some((key) => isOwn(key) && key.toLowerCase() === name.toLowerCase()));
}

/** A form is gone into. */
function press(element: HTMLElement): void {
  if (element.matches("form")) return element.querySelector<HTMLElement>("input")?.focus();
  element.focus({ preventScroll: true });
  element.click();
}

/** The key that shows which keys there are. */
const helpKey = "?";

/**
 * Single keys that are pressed one by one, for one listener: those of a scanner, which come faster, and all while single keys are off, do
 * nothing. `act` is called once it is known that no other key follows; what came with the key before is dropped.
 */
export function singleKeys() {
  let last = -Infinity;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  return {
    /** Any key was pressed: one that waits was a scanner's. Whether this one came alone so far. */
    come: ({ timeStamp }: Event): boolean => {
      const isAlone = timeStamp - last > ofScanner;
      last = timeStamp;
      clearTimeout(waiting);
      return isAlone && arePageKeysOn();
    },
    act: (work: () => void): void => {
      waiting = setTimeout(work, ofScanner);
    },
    stop: (): void => clearTimeout(waiting),
  };
}

/** For the frame of all pages. `onHelp` shows which keys there are. */
export function usePageKeys(onHelp: () => void): void {
  const help = useEvent(onHelp);
  useEffect(() => {
    const keys = singleKeys();
    const handle = (event: KeyboardEvent) => {
      const isAlone = keys.come(event);
      const name = nameOf(event);
      if (name === undefined || event.defaultPrevented || event.repeat || isTyping(event.target)) return;
      const isHelp = name === helpKey && dialogInFront() === undefined;
      const element = isHelp ? undefined : elementFor(name);
      if (!isHelp && element === undefined) return;
      // What is typed next goes into a form that is gone into, whoever types it.
      const isSign = name.length === 1 && element?.matches("form") !== true;
      if ((isSign && !isAlone) || (name.length === 1 && !arePageKeysOn())) return;
      event.preventDefault();
      const act = () => (element === undefined ? help() : isPressable(element) && press(element));
      if (isSign) keys.act(act);
      else act();
    };
    addEventListener("keydown", handle);
    return () => {
      keys.stop();
      removeEventListener("keydown", handle);
    };
  }, [help]);
}
