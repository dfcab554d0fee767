// Texts of mails: on one line where they become headers, escaped inside HTML, and plain beside it.

/** A text that becomes a header: control characters, which could begin another one, are blanks. */
export function onOneLine(text: string): string {
  return [...text]
    .map((character) => (character < " " || character === "\u007f" || character === "\u2028" || character === "\u2029" ? " " : character))
    .join("")
    .replaceAll(/ {2,}/g, " ")
    .trim();
}

/** Text inside HTML. */
export const escapedHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const entities: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&nbsp;": " " };

/** The plain text of clean HTML, for readers that show none. */
export function plainTextOf(html: string): string {
  return html
    .replaceAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g, (_whole, address: string, label: string) =>
      label === address ? label : `${label} (${address})`,
    )
    .replaceAll(/<li[^>]*>/g, "• ")
    .replaceAll(/<br\s*\/?>|<\/(?:p|h[1-6]|li|blockquote|pre|tr|ul|ol)>/g, "\n")
    .replaceAll(/<hr\s*\/?>/g, "\n——\n")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}
