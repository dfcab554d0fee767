// Posters and pictures of navigation: where they lead, and whether they are shown at a moment.
import type { Domain, SubmitEffect } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { isEmptyValue } from "#schema/text";

const showings = { notYet: 0, now: 1, over: 2, disabled: 3 } as const;
const enabled = 1;
const webLink = 4;

interface Shown {
  readonly status?: unknown;
  readonly startTime?: unknown;
  readonly endTime?: unknown;
}

/** Whether a picture is shown: enabled, and inside its period, of which an empty end is open. */
function showingOf({ status, startTime, endTime }: Shown, now: string): number {
  if (status !== enabled) return showings.disabled;
  if (!isEmptyValue(startTime) && String(startTime) > now) return showings.notYet;
  return !isEmptyValue(endTime) && String(endTime) < now ? showings.over : showings.now;
}

const submit: SubmitEffect<"img-nav"> = {
  beforeChange: async (_tx, context, { values, current }) => {
    const { linkType, linkUrl } = { ...current, ...values };
    if (linkType !== webLink || URL.parse(linkUrl ?? "")?.protocol === "https:") return;
    throw fieldError(context, "img-nav", "linkUrl", {
      code: "rule",
      message: ["外部链接须以 https:// 开头", "A web link begins with https://"],
    });
  },
};

export const picturesDomain: Domain = {
  reads: {},
  actions: {},
  hooks: {
    poster: { afterRead: (row, now) => ({ ...row, showing: showingOf(row, now) }) },
    "img-nav": { submit, restore: {}, afterRead: (row, now) => ({ ...row, showing: showingOf(row, now) }) },
  },
};
