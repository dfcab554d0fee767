// Mail templates: checked when they are saved, filled in with a row as its reader sees it, and made into drafts.
import { z } from "zod";
import { inLanguage } from "#schema/text";
import { labelOf, type ResourceModel } from "#schema/model";
import type { ActionName, CommitContext, Domain, Effect, ReadHandler, RequestContext, ResourceHooks } from "../../../contract.ts";
import { anyRow } from "../../../crud/read/any-row.ts";
import { fieldError } from "../../../crud/guards/field-error.ts";
import { mayDo } from "../../../caller/rule.ts";
import { addRow, readRow } from "../../../crud/write/server-rows.ts";
import { forbidden, malformedParameter, rowNotFound } from "../../../http/errors.ts";
import { db, read, run } from "../../../rows/query.ts";
import { tables, updateDerived } from "../../../rows/tables.ts";
import type { Transaction } from "../../../store/database.ts";
import { aboutColumns } from "../about.ts";
import { mailStates } from "./mail-states.ts";
import { fillable, filled, placesIn, valuesOf } from "./placeholders.ts";
import { defaultMailbox } from "./queue-mail.ts";

const hooks: ResourceHooks<"mail-template"> = {
  restore: {},
  submit: {
    beforeChange: (_tx, context, { values, current }) => {
      const template = { ...current, ...values };
      const resource = context.model.resource.get(template.about ?? "");
      if (resource === undefined) return Promise.resolve();
      const fillableNames = new Set(fillable(resource).map(({ name }) => name));
      for (const name of ["subject", "content"] as const) {
        const unknown = placesIn(template[name] ?? "").find((one) => !fillableNames.has(one));
        if (unknown === undefined) continue;
        const list = [...fillableNames].join(", ");
        throw fieldError(context, "mail-template", name, {
          code: "notAllowed",
          message: [
            `“${resource.label[0]}”没有字段“${unknown}”，可用字段：${list}`,
            `${resource.label[1]} has no field “${unknown}”; there are ${list}`,
          ],
        });
      }
      return Promise.resolve();
    },
  },
};

interface Filled {
  readonly subject: string;
  readonly content: string;
  /** Labels of fields of the template that the reader may not see. */
  readonly hidden: readonly string[];
  /** Of the row. */
  readonly title: string;
}

interface Template {
  readonly subject: string | null;
  readonly content: string | null;
}

/** A template with the values of a row, as far as the caller may see them. */
async function filledFor(context: RequestContext, template: Template, resource: ResourceModel, recordId: string): Promise<Filled> {
  // Whoever may not list these rows sees none of their values in a mail either.
  if (!mayDo(context.caller, resource, `${resource.permission}_view`)) throw forbidden(`${resource.permission}_view`);
  const row = await anyRow(context, resource, recordId, "accessible");
  if (row === null) throw rowNotFound();
  const values = valuesOf(resource, row, context.language);
  const [subject, content] = [template.subject ?? "", template.content ?? ""];
  const hidden = placesIn(`${subject} ${content}`).filter((name) => !values.has(name));
  return {
    subject: filled(subject, values, "subject"),
    content: filled(content, values, "body"),
    hidden: hidden.map((name) => inLanguage(labelOf(resource, name), context.language)),
    title: values.get(resource.title) ?? "",
  };
}

const isKey = (text: string): boolean => /^[1-9]\d{0,18}$/.test(text);

const preview: ReadHandler = async (context, { id = "", recordId = "" }) => {
  if (!isKey(id)) throw malformedParameter("id");
  if (recordId !== "" && !isKey(recordId)) throw malformedParameter("recordId");
  const [[template]] = await read(context, [
    db.selectFrom(tables(context).accessible("mail-template", "t")).where("t.id", "=", id).select(["t.about", "t.subject", "t.content"]),
  ]);
  if (template === undefined) throw rowNotFound();
  const resource = context.model.resource.get(template.about ?? "");
  if (resource === undefined || recordId === "")
    return { subject: template.subject ?? "", content: template.content ?? "", hidden: [], title: "" };
  return filledFor(context, template, resource, recordId);
};

const sentSchema = z.object({ templateId: z.string() });

/** Whom a mail about a row goes to, and what of the business it belongs to. */
async function addressees(context: CommitContext, tx: Transaction, resource: string, id: string) {
  const node = resource === "business-order-node" ? await readRow(context, tx, "business-order-node", id) : undefined;
  const orderId = resource === "business-order" ? id : (node?.orderId ?? null);
  const order = await readRow(context, tx, "business-order", orderId);
  const partnerId = resource === "partner" ? id : (order?.partnerId ?? null);
  const partner = await readRow(context, tx, "partner", partnerId);
  return { partnerId, orderId, orderNodeId: node?.id ?? null, receivers: partner?.contactEmail ?? null };
}

/** Drafts a mail about each row from a template; people complete and send it in the outbox. */
function writeMail<Name extends ActionName & `${string}.writeMail`>(name: Name): Effect<Name, ReadonlyMap<string, Filled>> {
  const resourceName = name.slice(0, -".writeMail".length);
  return {
    prepare: async (context, { ids, values }) => {
      const { templateId } = sentSchema.parse(values);
      const [[template]] = await read(context, [
        db
          .selectFrom(tables(context).unscoped("mail-template", "t"))
          .where("t.id", "=", templateId)
          .where("t.about", "=", resourceName)
          .select(["t.subject", "t.content"]),
      ]);
      const resource = context.model.resource.get(resourceName);
      if (template === undefined || resource === undefined) throw rowNotFound();
      const made = new Map<string, Filled>();
      for (const id of ids) made.set(id, await filledFor(context, template, resource, id));
      return made;
    },
    commit: async (tx, context, { ids, values, prepared }) => {
      const { templateId } = sentSchema.parse(values);
      const emailId = await defaultMailbox(context, tx);
      const drafts: string[] = [];
      for (const id of ids) {
        const text = prepared.get(id);
        if (text === undefined) throw rowNotFound();
        const { id: draft } = await addRow(context, tx, "email-record", {
          emailId: emailId ?? null,
          ...(await addressees(context, tx, resourceName, id)),
          subject: text.subject.slice(0, 200),
          content: text.content,
          templateId,
          ...aboutColumns({ resource: resourceName, id, title: text.title }),
          status: mailStates.draft,
          createTime: context.now(),
        });
        drafts.push(draft);
      }
      await run(
        tx,
        updateDerived(tables(context).unscoped("mail-template", "t"))
          .set(({ eb, ref }) => ({ usedCount: eb(eb.fn.coalesce(ref("t.usedCount"), eb.val(0)), "+", drafts.length) }))
          .where("t.id", "=", templateId),
      );
      return { ids: drafts };
    },
  };
}

export const templatesDomain: Domain = {
  reads: { "mail-template.preview": preview },
  actions: {
    "partner.writeMail": writeMail("partner.writeMail"),
    "business-order.writeMail": writeMail("business-order.writeMail"),
    "business-order-node.writeMail": writeMail("business-order-node.writeMail"),
  },
  hooks: { "mail-template": hooks },
  effects: ["mail-template.placeholders"],
};
