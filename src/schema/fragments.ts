// Fields that many definitions share.
import { choice, code, datetime, integer, ref, text, textarea } from "../fields/registry.ts";
import type { Fields } from "./field.ts";

/**
 * A group of fields that several definitions share: the default export of `resources/<area>/<name>.fields.ts`, spread among the `fields` of
 * each. Conditions and cascades may name fields outside the group; they are checked in every definition that uses it.
 */
export const defineFields = <F extends Fields>(fields: F): F => fields;

/** The number people give a row: required, at most 32 characters, unique in the tenant. */
export const codeOf = (zh: string, en: string) => code(zh, en, { required: true, max: 32, search: "like", unique: "tenant" });

/** The order of rows: 0 to 9,999, smallest first. */
export const sort = (zh = "排序", en = "Sort") => integer(zh, en, { min: 0, max: 9999, default: 0, sortable: true });

/**
 * For a text that becomes a link: a path of this site or an http(s) address. Other schemes, which run something (javascript:, data:), are
 * refused, and so are blanks and the control characters that browsers read over in them, and what browsers take for another site though it
 * looks like a path ("//", also with backslashes).
 */
export const linkOnly = {
  pattern: "^/[A-Za-z0-9]*$|^(?![/\\\\]{2}|\\\\)(?:https?://|[^:/?#\\x00-\\x20]*(?:[/?#]|$))[^\\x00-\\x20]*$",
  patternMessage: [
    "请输入以 / 开头的路径，或以 http://、https:// 开头的网址",
    "Enter a path that begins with /, or an address that begins with http:// or https://",
  ],
} as const;

/** A note of up to 255 characters. */
export const remark = (zh = "备注", en = "Remark") => textarea(zh, en, { max: 255 });

/** When the row was made; written by the server, searched by a range of days. */
export const createdAt = (zh = "创建时间", en = "Created at") => datetime(zh, en, { readonly: true, search: "range", sortable: true });

/** In use (1) or not (2), never empty. A `select` read with `where: { status: 1 }` offers active rows only. */
export const enabled = () =>
  choice("状态", "Status", {
    options: [
      [1, "启用", "Enabled", "green"],
      [2, "停用", "Disabled", "red"],
    ],
    required: true,
    default: 1,
    search: "equal",
  });

/** The person in charge, by name. */
export const person = (zh = "负责人", en = "Person in charge") => text(zh, en, { max: 32 });

/**
 * The tenant of a row, where the platform's administrator may choose it. Rows of all other users get the tenant of the token (docs/wire.md
 * §8); the value is the six-digit tenantId.
 */
export const ownerTenant = () =>
  ref("tenant", "所属租户", "Tenant", {
    valueField: "tenantId",
    show: "tenantName",
    required: ["请输入所属租户", "Please select the tenant"],
    createOnly: true,
    administratorOnly: true,
    search: "equal",
  });
