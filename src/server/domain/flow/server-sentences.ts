// What the server itself says in the history of an instance. It is stored by a code and told in the reader's language; rows from before codes
// keep their sentence.
import type { Language, Text } from "#schema/text";
import { inLanguage } from "#schema/text";

const sentences = {
  adviserGone: ["被征询人已停用，征询取消", "The person asked for an opinion can no longer sign in; the question is withdrawn"],
  delegateGone: ["受托人已停用", "The delegate can no longer sign in"],
  assigneeGone: ["执行人已停用", "The assignee can no longer sign in"],
  candidates: ["候选人", "Candidates"],
  administrators: ["租户管理员", "Administrators of the tenant"],
} as const satisfies Readonly<Record<string, Text>>;

type SentenceCode = keyof typeof sentences;

const isCode = (code: string): code is SentenceCode => Object.hasOwn(sentences, code);

/** As it is stored. Nobody types this by chance. */
export const sentenceMark = (code: SentenceCode): string => `{{said:${code}}}`;

/** A stored comment for a reader. */
export function localizedComment(comment: string, language: Language): string {
  return comment.replaceAll(/\{\{said:(\w+)\}\}/gu, (whole, code: string) =>
    isCode(code) ? inLanguage(sentences[code], language) : whole,
  );
}
