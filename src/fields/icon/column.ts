// The name of an icon in its column.
import { textColumn } from "../column.ts";

export const iconColumnKind = textColumn(128);
