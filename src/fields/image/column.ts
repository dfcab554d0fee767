// The address of a picture in its column.
import { addressColumn } from "../column.ts";
import { longestAddress } from "../upload.ts";

export const imageColumnKind = addressColumn(longestAddress);
