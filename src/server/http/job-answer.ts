// The answer of a call whose work goes on in the background: 202 with the job, so that nobody takes it for the work's result.
import type { Language, Text } from "#schema/text";
import { inLanguage } from "#schema/text";
import type { Envelope } from "./envelope.ts";

/** A background job does what was asked for. */
export class JobAnswer {
  constructor(
    readonly job: string,
    readonly text: Text,
  ) {}

  /** Its envelope; clients that expect code 200 show the sentence. */
  in(language: Language): Envelope {
    return { code: 202, success: true, data: { job: this.job }, msg: inLanguage(this.text, language) };
  }
}
