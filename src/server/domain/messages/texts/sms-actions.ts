// What people do with configurations of text messages: enable one, and try it out; and send a text again.
import type { Domain, Effect } from "../../../contract.ts";
import { fieldError } from "../../../crud/guards/field-error.ts";
import { changeRows } from "../../../crud/write/server-rows.ts";
import { invalidFields, rowNotFound } from "../../../http/errors.ts";
import { mobilePattern } from "../../../../fields/contact-patterns.ts";
import type { MessageServices } from "../services.ts";
import { queueText, textJob } from "./queue-text.ts";
import { readParams } from "./params.ts";
import { paramNamesOf, requireUsable } from "./settings.ts";

/** Most numbers of one call. */
const maxPhones = 50;
const mobile = new RegExp(mobilePattern, "u");

const enable = (services: MessageServices): Effect<"sms.enable"> => ({
  commit: (_tx, _context, { rows }) => {
    for (const row of rows) requireUsable(row, services);
    return Promise.resolve({});
  },
});

const phonesIn = (list: string): readonly string[] => [...new Set(list.split(/[,，;；\s]+/u).filter((part) => part !== ""))];

/** A field of the dialog, refused with a sentence. */
const refused = (name: "phones" | "params", label: readonly [string, string], message: readonly [string, string]) =>
  invalidFields([{ code: "pattern", path: [name], parameters: {}, label, message }]);

const sendMessage = (services: MessageServices): Effect<"sms.sendMessage"> => ({
  commit: async (tx, context, { rows, values }) => {
    const [configuration] = rows;
    if (configuration === undefined) throw rowNotFound();
    requireUsable(configuration, services);
    const phones = phonesIn(values.phones);
    const wrong = phones.find((phone) => !mobile.test(phone));
    const label = ["手机号码", "Phones"] as const;
    if (wrong !== undefined)
      throw refused("phones", label, [`“${wrong.slice(0, 20)}”不是有效的手机号码`, `“${wrong.slice(0, 20)}” is not a mobile number`]);
    if (phones.length === 0) throw refused("phones", label, ["请输入手机号码", "Please enter a mobile number"]);
    if (phones.length > maxPhones)
      throw refused("phones", label, [`一次最多 ${maxPhones} 个号码`, `No more than ${maxPhones} numbers at once`]);
    const read = readParams(values.params, paramNamesOf(configuration));
    if ("problem" in read) throw refused("params", ["模板变量", "Template variables"], read.problem);
    const ids: string[] = [];
    // In the order of the numbers, whose limits are locked one after the other.
    for (const phone of [...phones].sort())
      ids.push(
        await queueText(context, tx, {
          phone,
          params: read.params,
          smsCode: configuration.smsCode ?? "",
          about: { resource: "sms", id: configuration.id, title: configuration.smsCode ?? "" },
        }),
      );
    return { ids };
  },
});

const resend: Effect<"sms-record.resend"> = {
  commit: async (tx, context, { rows }) => {
    if (rows.some(({ isRedacted }) => isRedacted === 1)) throw fieldError(context, "sms-record", "isRedacted", { code: "notAllowed" });
    await changeRows(
      context,
      tx,
      "sms-record",
      rows.map(({ id }) => ({ id, values: { failure: null, errorMsg: null, nextTime: null } })),
    );
    return {};
  },
  enqueue: (_context, { rows }) => rows.map((text) => textJob(text, 1, String(text.sendCount ?? 0))),
};

export const textActionsDomain = (services: MessageServices): Domain => ({
  reads: {},
  actions: { "sms.enable": enable(services), "sms.sendMessage": sendMessage(services), "sms-record.resend": resend },
  hooks: {},
});
