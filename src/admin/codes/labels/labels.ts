// Labels of codes as the server answers them, the addresses that their QR codes may hold, and the sheets that they are printed on.
import { isRecord, rowsOf, textOf, type Row } from "../../api/wire-data.ts";

/** What a QR code may hold: the public page, a GS1 Digital Link, or the address of the make rule. */
export const addressKinds = ["verify", "gs1", "rule"] as const;
export type AddressKind = (typeof addressKinds)[number];

export interface Label {
  readonly place: number;
  readonly code: string;
  readonly batchCode: string;
  readonly layerName: string;
  readonly productName: string;
  readonly specName: string;
  /** In full, as they stand in the QR code. */
  readonly addresses: Readonly<Partial<Record<AddressKind, string>>>;
}

export interface Labels {
  readonly labels: readonly Label[];
  readonly lines: readonly { readonly layer: number; readonly name: string; readonly num: number }[];
  readonly layer: number;
  readonly max: number;
}

function labelOf(row: Row, site: string): Label {
  const given: Row = isRecord(row["addresses"]) ? row["addresses"] : {};
  const whole = (address: string): string => (address.startsWith("/") ? site + address : address);
  return {
    place: Number(row["place"]),
    code: textOf(row["code"]),
    batchCode: textOf(row["batchCode"]),
    layerName: textOf(row["layerName"]),
    productName: textOf(row["productName"]),
    specName: textOf(row["specName"]),
    addresses: Object.fromEntries(
      addressKinds.flatMap((kind) => {
        const address = textOf(given[kind]);
        return address === "" ? [] : [[kind, whole(address)]];
      }),
    ),
  };
}

/** Null where there is no such code. */
export function labelsIn(payload: unknown): Labels | null {
  if (!isRecord(payload) || !("labels" in payload)) return null;
  const site = textOf(payload["site"]) || globalThis.location.origin;
  return {
    labels: rowsOf(payload["labels"]).map((row) => labelOf(row, site)),
    lines: rowsOf(payload["lines"]).map((row) => ({ layer: Number(row["layer"]), name: textOf(row["name"]), num: Number(row["num"]) })),
    layer: Number(payload["layer"]),
    max: Number(payload["most"]),
  };
}

/** Sizes of paper in mm, by the names of their page rules (sheet.css). */
export const papers = {
  a4: { width: 210, height: 297, text: "A4" },
  a4wide: { width: 297, height: 210, text: "A4" },
  a5: { width: 148, height: 210, text: "A5" },
  letter: { width: 215.9, height: 279.4, text: "Letter" },
  roll: { width: 100, height: 150, text: "100 × 150 mm" },
} as const;
export type Paper = keyof typeof papers;

export interface Layout {
  readonly paper: Paper;
  readonly rows: number;
  readonly columns: number;
  readonly address: AddressKind;
  readonly showsCode: boolean;
  readonly showsProduct: boolean;
  /** The same words on each label. */
  readonly words: string;
}

/** Labels sheet by sheet. */
export function sheetsOf(labels: readonly Label[], { rows, columns }: Pick<Layout, "rows" | "columns">): readonly (readonly Label[])[] {
  const size = Math.max(1, rows * columns);
  return Array.from({ length: Math.ceil(labels.length / size) }, (_one, index) => labels.slice(index * size, (index + 1) * size));
}

/** What a label's QR code holds; where the goods lack the kind that was chosen, the public page. */
export const labelUrl = ({ addresses }: Label, kind: AddressKind): string => addresses[kind] ?? addresses.verify ?? "";
