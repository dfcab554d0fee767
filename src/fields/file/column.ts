// The address of a file in its column, or several.
import { addressColumn } from "../column.ts";
import { longestAddress } from "../upload.ts";

export const fileColumnKind = addressColumn(longestAddress);
