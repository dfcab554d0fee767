// A small coloured label, as light as a table of two hundred rows needs it; its colours are in cells.css.

/** A state or an option, by its name and the colour that the definition gives it. */
export function Tag({ text, colour = "default" }: { readonly text: string; readonly colour?: string | undefined }) {
  return (
    <span className="tm-tag" data-colour={colour}>
      {text}
    </span>
  );
}
