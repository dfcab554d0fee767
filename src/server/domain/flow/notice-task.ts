// Whom a notice of a process is for, in the words that tasks have for whom they ask.

import { isId } from "#process/people";

/** Ids are users; everything else names a group, as `flowable:candidateGroups` does. */
export const noticeTask = (to: readonly string[]) => ({
  formKey: "",
  due: "",
  assignee: "",
  candidateUsers: to.filter(isId),
  candidateGroups: to.filter((one) => !isId(one)),
});
