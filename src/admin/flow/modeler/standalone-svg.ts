// A drawing as a file of its own: outside of the page there are no colours of a theme, so it is dark on white.

const colours: Readonly<Record<string, string>> = {
  "--tm-surface": "#ffffff",
  "--tm-text-soft": "#4d5b70",
  "--tm-text": "#17202e",
  "--tm-font": "sans-serif",
};

/** Replaces the page's variables, whatever the appearance of the page. */
export function standaloneSvg(svg: string): string {
  return svg.replace(/var\((--[\w-]+)\)/gu, (_whole, name: string) => colours[name] ?? "currentColor");
}
