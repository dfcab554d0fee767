// Text of several lines, in a list on one; the record of a write as a sentence.
import { readChanges, type ChangeRecord, type AuditAction } from "../../schema/changes.ts";
import type { Language } from "../../schema/text.ts";
import { plainText, type Cell } from "../cell.ts";

const actionNames: Readonly<Record<Language, Readonly<Record<AuditAction, string>>>> = {
  zh: { add: "新增", edit: "修改", remove: "删除", restore: "还原", touch: "操作" },
  en: { add: "Added", edit: "Changed", remove: "Removed", restore: "Restored", touch: "Acted on" },
};
/** Rows that a list names. */
const named = 3;

function sentence({ rows, call, more = 0, sets = [] }: ChangeRecord, language: Language): string {
  if (rows.length === 0) return call;
  const parts = rows
    .slice(0, named)
    .map(({ action, title }) => (language === "zh" ? `${actionNames.zh[action]}“${title}”` : `${actionNames.en[action]} “${title}”`));
  const left = rows.length - parts.length + more + sets.reduce((sum, { count }) => sum + count, 0);
  return [...parts, ...(left > 0 ? [`+${left}`] : [])].join(language === "zh" ? "，" : ", ");
}

export const cell: Cell = {
  text: ({ field, value, language }) => {
    const text = plainText(value);
    const changes = field.view === "changes" ? readChanges(text) : undefined;
    return changes === undefined ? text.replace(/\s+/g, " ").trim() : sentence(changes, language);
  },
};
