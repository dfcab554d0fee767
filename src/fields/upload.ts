// What the kinds of field that hold uploaded files have in common: the address of the file, its size and its types.
import { z } from "zod";
import type { FieldData } from "../schema/field.ts";

export interface UploadOptions {
  /** Endings that are accepted, such as "jpg,png". */
  accept?: string;
  /** Largest size of one file, KiB. */
  maxKb?: number;
}

export interface UploadData extends FieldData {
  readonly accept?: string;
  readonly maxKb?: number;
}

/** Longest address of an uploaded file. */
export const longestAddress = 500;
/** Most files in a field that holds several. */
export const mostFiles = 20;

/** Addresses are http(s) or a path of this server; nothing that a browser would run. */
export const addressPattern = /^(?:https?:\/\/|\/(?!\/))[^\s<>"\\]*$/u;

/** The schema of the address of one file. */
export function addressValue(): z.ZodType<string> {
  return z.string().max(longestAddress).regex(addressPattern);
}
