// What may be written into a mail that is not sent yet, and what it needs to be sent.
import type { CommitContext, Domain, ResourceHooks } from "../../../contract.ts";
import { fieldError } from "../../../crud/guards/field-error.ts";
import { businessError } from "../../../http/errors.ts";
import type { StoredRow } from "../../../rows/stored.ts";
import { addressesIn, maxReceivers, problemOfAddresses } from "./addresses.ts";

type Addressed = Pick<StoredRow<"email-record">, "receivers" | "ccReceivers">;

/** Refuses addresses that are none, at their field. */
function requireAddresses(context: CommitContext, { receivers, ccReceivers }: Addressed): void {
  const [to, cc] = [addressesIn(receivers), addressesIn(ccReceivers)];
  const wrongTo = problemOfAddresses(to);
  if (wrongTo !== undefined) throw fieldError(context, "email-record", "receivers", { code: "pattern", message: wrongTo });
  const wrongCopies = problemOfAddresses(cc, Math.max(0, maxReceivers - to.length));
  if (wrongCopies !== undefined) throw fieldError(context, "email-record", "ccReceivers", { code: "pattern", message: wrongCopies });
}

/** Refuses a mail that lacks something: drafts of the server may, and are completed by whoever sends them. */
export function requireSendable(context: CommitContext, mail: StoredRow<"email-record">): void {
  if (mail.emailId === null)
    throw fieldError(context, "email-record", "emailId", { code: "required", message: ["请选择发件邮箱", "Please select a mailbox"] });
  if (addressesIn(mail.receivers).length === 0)
    throw fieldError(context, "email-record", "receivers", { code: "required", message: ["请输入收件人", "Please enter a receiver"] });
  requireAddresses(context, mail);
}

/** What makes a mail another one: whoever has the old one gets the new one too. */
const contents = ["subject", "content", "attachments"] as const;

const hooks: ResourceHooks<"email-record"> = {
  restore: {},
  submit: {
    beforeChange: async (_tx, context, { values, current }) => {
      const merged = { ...current, ...values };
      requireAddresses(context, { receivers: merged.receivers ?? null, ccReceivers: merged.ccReceivers ?? null });
      if (current === undefined) return;
      if ((current.enclosed ?? "") !== "")
        throw businessError("enclosedMail", [
          "该邮件由系统生成，所附文件仅供其收件人查看，不能修改",
          "This mail was made by the server, and its files are for its receiver only: it cannot be changed",
        ]);
      if (contents.some((name) => name in values && String(values[name] ?? "") !== String(current[name] ?? "")))
        Object.assign(values, { receiverStates: null, messageId: null });
    },
  },
};

export const recordRulesDomain: Domain = { reads: {}, actions: {}, hooks: { "email-record": hooks } };
