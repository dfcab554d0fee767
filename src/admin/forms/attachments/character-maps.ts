// The character maps of pdf.js: what it needs for Chinese texts whose fonts are not part of the file. Each is loaded when a file asks for it.
const addresses = import.meta.glob<string>("/node_modules/pdfjs-dist/cmaps/*.bcmap", {
  eager: true,
  import: "default",
  query: "?url&no-inline",
});

/** Reads what pdf.js asks for by name, in the shape that it takes a factory in. */
export class CharacterMaps {
  async fetch({ filename }: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
    const address = addresses[`/node_modules/pdfjs-dist/cmaps/${filename}`];
    if (address === undefined) throw new Error(`pdf.js asks for a file that there is not: ${filename}`);
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
    return new Uint8Array(await answer.arrayBuffer());
  }
}
