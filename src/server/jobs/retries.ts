// The outcome of a failed job: another attempt later, or its end, with a message.
import type { Text } from "#schema/text";
import { ApiError } from "../http/errors.ts";
import { answerOfError, refusalOf } from "../http/error-answer.ts";

const firstDelayMs = 5_000;
const maxDelayMs = 3_600_000;

/**
 * The time until the next attempt: doubled each time, and shortened at random by up to half, so that jobs that failed together do not come
 * back together.
 */
export function retryDelay(attempts: number, random: () => number): number {
  const maxDelay = Math.min(firstDelayMs * 2 ** (attempts - 1), maxDelayMs);
  return Math.round(maxDelay * (1 - random() / 2));
}

/** An error as it is stored and shown. */
export interface JobError {
  readonly code: string;
  readonly text: Text;
  readonly data?: Readonly<Record<string, unknown>>;
}

const messageOf = (error: ApiError): Text => [answerOfError(error, "zh").body.msg, answerOfError(error, "en").body.msg];

/** What people are told of a job's error: a refusal's own sentence; of a fault nothing internal, but the number by which the log has it. */
export function jobErrorOf(error: unknown, jobId: string): JobError {
  const refusal = refusalOf(error);
  if (refusal === undefined) {
    return {
      code: "fault",
      text: [
        `执行任务时发生意外错误，详情见服务器日志（任务编号 ${jobId}）`,
        `The job failed unexpectedly; the log of the server has the details (job ${jobId})`,
      ],
    };
  }
  const { data } = refusal.details;
  return { code: refusal.code, text: messageOf(refusal), ...(data === undefined ? {} : { data }) };
}

/** The server ended during the last attempt without an error. */
export const interruptedTooOften: JobError = {
  code: "interrupted",
  text: ["执行任务的服务器多次意外中断", "The server ended unexpectedly each time it ran this job"],
};

/** Why a cancelled job ended, as its subject shows it. */
export const cancelledReason: Text = ["任务已取消", "The job was cancelled"];

/** Too many requests, and errors of other systems, may pass. */
const tooManyRequests = 429;

/** Whether another attempt would meet the same refusal. */
export function isFinal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== tooManyRequests;
}

/** Whether it is a fault, which belongs into the log. */
export function isFault(error: unknown): boolean {
  return refusalOf(error) === undefined;
}
