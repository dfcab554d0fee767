// The task of who started an instance and has it back: to submit it again.

/** Stands for who started the instance, among the steps that it may be sent back to. */
export const starterStep = "starter";

const prefix = `${starterStep}:`;

/** The execution of such a task, which the engine does not know. */
export const resubmissionOf = (id: string): string => prefix + id;

export const isResubmission = ({ executionId }: { readonly executionId: string | null }): boolean =>
  executionId?.startsWith(prefix) === true;
