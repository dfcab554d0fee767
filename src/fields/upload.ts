// What the kinds of field that hold uploaded files have in common: the address of the file, its size and its types.
import { z } from "zod";
import type { FieldData } from "../schema/field.ts";
import type { FieldKind } from "../schema/field-kind.ts";
import type { KindTraits } from "../schema/kind-traits.ts";
import { addressColumn } from "./column.ts";
import { addressPattern, isAddress, maxAddressLength } from "./file-address.ts";
import type { Text } from "../schema/text.ts";
import { text, type Members } from "./option-shapes.ts";
import { plainTraits } from "./traits.ts";

export interface UploadOptions {
  /** Accepted endings, in one text: `"jpg,png"`. Default: jpg, png, gif and webp for pictures, any for files. */
  accept?: string;
  /** Maximum size of one file in KiB. Default: 5,120 for pictures, 20,480 for files. */
  maxKb?: number;
  /** The hint about types and size. Default: a sentence with both. */
  limits?: Text;
  /**
   * Whether the file opens only by the signed links in its rows, each valid for about an hour, instead of for everybody with its address.
   * The first row that uses a file decides. Default: false for pictures, true for files.
   */
  private?: boolean;
}

export interface UploadData extends FieldData {
  readonly accept?: string;
  readonly maxKb?: number;
  readonly limits?: Text;
  readonly private?: boolean;
}

/** Most files in a field that holds several. */
const maxFiles = 20;

/** Where uploaded files are served, on the same site as the page. */
export const uploadPath = "/upload";
/** Endings of pictures where a field does not say; each picture is stored under the one of what it contains. */
export const pictureEndings: readonly string[] = ["jpg", "png", "gif", "webp"];

export interface Upload {
  readonly tenantId: string;
  /** Path below the tenant's directory: a month, and a name that was made by the server. */
  readonly name: string;
  readonly ending: string;
}

/** The upload that an address names, written as the server gave it; undefined for every other address and for detours to one. */
export function uploadOf(address: string): Upload | undefined {
  const [, tenantId, name, ending] = /^\/upload\/(\w{1,12})\/(\d{6}\/[0-9a-f]{32}\.([a-z0-9]{1,5}))$/.exec(address) ?? [];
  return tenantId === undefined || name === undefined || ending === undefined ? undefined : { tenantId, name, ending };
}

const listedAddressPattern = /^(?:https?:\/\/|\/(?!\/))[^\s<>"\\,]*$/u;

/** Whether the files of a field are private (`private`); undefined for a field that holds none. */
export function isPrivateUpload({ data, traits }: { readonly data: UploadData; readonly traits: KindTraits }): boolean | undefined {
  return traits.files === undefined ? undefined : (data.private ?? traits.files === "any");
}

/** The schema of the address of one file. */
export function addressValue(): z.ZodType<string> {
  return z.string().max(maxAddressLength).regex(addressPattern).refine(isAddress);
}

/** The schema of several addresses. They travel comma-joined, so that none may hold a comma itself. */
export function addressValues(): z.ZodType<string[]> {
  return z.array(z.string().max(maxAddressLength).regex(listedAddressPattern).refine(isAddress)).min(1).max(maxFiles);
}

/** The shapes of these options. */
export const uploadOptions = {
  accept: z.string().optional(),
  maxKb: z.number().positive().optional(),
  limits: text.optional(),
  private: z.boolean().optional(),
} satisfies Members<UploadOptions>;

/** What the kinds have in common. */
export const uploading = {
  options: uploadOptions,
  screenOptions: ["accept", "maxKb", "limits"],
  column: addressColumn(maxAddressLength),
  searches: [],
  isLong: () => false,
  given: "uploaded",
  labelKey: "none",
  canBeUnique: false,
  canNarrow: false,
  baseColumns: [],
  meaning: "other",
  tellsLength: false,
  copies: "suffix",
  asks: "nothing",
} as const satisfies Partial<FieldKind>;

/** Their traits. */
export const uploadTraits = {
  ...plainTraits,
  files: "pictures",
  cell: "own",
  widget: "upload",
  isGroup: true,
  isLoggedAsText: true,
} as const satisfies Partial<KindTraits>;
