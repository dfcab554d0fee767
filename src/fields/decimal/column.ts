// A decimal in its column, exact to its scale.
import type { FieldModel } from "../../schema/model.ts";
import { decimalColumn } from "../column.ts";
import { scaleOf } from "./definition.ts";

/** Digits behind the point that a field of kind decimal or money keeps. */
export const scaleOfField = (field: FieldModel) => scaleOf(field.data);

export const decimalColumnKind = decimalColumn(scaleOfField);
