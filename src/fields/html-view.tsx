// Formatted text, to be read: only what the schema of the editor knows is drawn.
import { DOMSerializer } from "prosemirror-model";
import { useLayoutEffect, useRef, type ReactNode } from "react";
import { richtextSchema } from "./richtext/document-schema.ts";
import { documentOf } from "./richtext/widget-document.ts";

export function RichtextView({ html }: { readonly html: string }): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    place.current?.replaceChildren(DOMSerializer.fromSchema(richtextSchema).serializeFragment(documentOf(html).content));
  }, [html]);
  return <div ref={place} className="tf-richtext-text tf-richtext-read" />;
}
