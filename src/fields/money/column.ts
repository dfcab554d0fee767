// An amount of money in its column.
import { decimalColumn } from "../column.ts";
import { scaleOfField } from "../decimal/column.ts";

export const moneyColumnKind = decimalColumn(scaleOfField);
