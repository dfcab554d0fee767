// Every resource with `approval`: a row that waits is locked for everybody, and taking the request back is a right of its tenant's people.
import { beforeAll, describe, expect, it } from "vitest";
import { approvalWays, stateValue, withdrawal } from "#schema/approval";
import type { ResourceModel } from "#schema/model";
import { quoted } from "../../../../src/server/store/names.ts";
import { productModel } from "../../../support/product.ts";
import { editPath } from "../../../support/samples.ts";
import { people, type Client } from "../../../support/server.ts";
import { startDemonstration } from "../demonstration.ts";
import { rowsOf } from "../rows.ts";

const demonstration = startDemonstration();
const resources = productModel.resources.filter(({ data }) => data.approval?.of !== undefined);

/** A row of the demonstration, put where rows wait. */
async function waitingRow({ table, stateField, data }: ResourceModel): Promise<string> {
  const { server, put } = await demonstration;
  const [row] = await rowsOf(
    server,
    `select id::text as id from ${quoted(table)} where tenant_id = $1 and is_deleted = 0 order by id desc limit 1`,
    [people.nobody.tenantId],
  );
  const id = String(row?.["id"]);
  await put(`update ${quoted(table)} set ${quoted(stateField?.name ?? "")} = $1 where id = $2::bigint`, [
    stateValue(data, data.approval?.pending),
    id,
  ]);
  return id;
}

async function stateOf({ table, stateField }: ResourceModel, id: string): Promise<unknown> {
  const { server } = await demonstration;
  const [row] = await rowsOf(server, `select ${quoted(stateField?.name ?? "")} as state from ${quoted(table)} where id = $1::bigint`, [id]);
  return row?.["state"];
}

it("covers what the product has people decide about", () => {
  expect(resources.length).toBeGreaterThanOrEqual(4);
});

describe.each(resources.map((resource) => [resource.name, resource] as const))("%s", (_name, resource) => {
  let zhangwei: Client;
  let id: string;
  const { data, path } = resource;
  const withdraw = (by: Client) => by.post(`${path}/withdraw-approval/${id}`);

  beforeAll(async () => {
    ({ zhangwei } = await demonstration);
    id = await waitingRow(resource);
  });

  it("is changed, removed and moved by nobody while it waits", async () => {
    const pending = stateValue(data, data.approval?.pending);
    const edit = editPath(resource);
    const [field] = resource.fields.filter(({ inForm, readonly, data: { kind } }) => inForm.edit && !readonly && kind === "text");
    const writes = [
      ...(edit === undefined ? [] : [() => zhangwei.post(edit, { id, ...(field === undefined ? {} : { [field.name]: "改" }) })]),
      ...(resource.calls.has("remove") ? [() => zhangwei.post(`${path}/remove`, undefined, { ids: id })] : []),
    ];
    for (const write of writes) expect(await write()).toMatchObject({ status: 400 });
    const moves = resource.actions.filter(
      ({ name, fromValues, on, method }) => name !== withdrawal && fromValues !== undefined && on === "row" && method === "POST",
    );
    for (const action of moves) {
      expect(action.fromValues, action.name).not.toContain(pending);
      const query = action.idParam === undefined ? {} : { [action.idParam]: id };
      const answer = await zhangwei.post(action.path.replace("{id}", id), {}, query);
      expect(answer.code, action.name).not.toBe(200);
    }
    expect(await stateOf(resource, id)).toBe(pending);
  });

  it("is not taken back without the right to ask, nor by another tenant, and goes where the definition says", async () => {
    const { server, chenqing } = await demonstration;
    const action = resource.actions.find(({ name }) => name === withdrawal);
    expect(await withdraw(server.as("nobody"))).toMatchObject({ status: 403, data: { permission: action?.permission } });
    expect(await withdraw(chenqing)).toMatchObject({ status: 400, data: { error: "rowNotFound" } });
    expect(await stateOf(resource, id)).toBe(stateValue(data, data.approval?.pending));
    expect(await withdraw(zhangwei)).toMatchObject({ code: 200 });
    expect(await stateOf(resource, id)).toBe(stateValue(data, approvalWays(data)?.withdrawn));
  });
});
