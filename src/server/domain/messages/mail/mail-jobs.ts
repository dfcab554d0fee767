// The jobs that send mails: each makes one attempt, and enqueues the next one where there is to be one.
import type { NewJob } from "../../../jobs/new-job.ts";

interface MailOfJob {
  readonly id: string;
  readonly subject: string | null;
}

/** The job of an attempt; `again` tells the jobs of one attempt apart, where it was put off. */
export const mailJob = ({ id, subject }: MailOfJob, attempt: number, again = ""): NewJob => ({
  queue: "mail.send",
  key: `${id}:${attempt}:${again}`,
  payload: { id, attempt },
  subject: { resource: "email-record", id, title: subject ?? "" },
});
