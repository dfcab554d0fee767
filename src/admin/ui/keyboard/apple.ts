// Whose keyboard it is: on Apple's the command key does what Ctrl does elsewhere.
/** A page that is drawn without a window has no keyboard. */
export const isApple = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Whether the key that begins commands is pressed, and no other with it. */
export function isCommand(event: KeyboardEvent): boolean {
  return (isApple ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey) && !event.altKey && !event.shiftKey;
}
