// The addresses of several pictures in their column.
import { addressColumn } from "../column.ts";
import { longestAddress } from "../upload.ts";

export const imagesColumnKind = addressColumn(longestAddress);
