// `npm run conformance` against the stand-in of an open-source Blade back-end, and against our own server.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blade } from "#schema/dialects/blade";
import { checkBackEnd, checkMenu, type Tried } from "../../../scripts/conformance/check-back-end.ts";
import { connect, SignInError } from "../../../scripts/conformance/client.ts";
import { bladeAdministrator, bladeTester, startBladeBackEnd, type BladeBackEnd } from "../../support/blade-back-end/index.ts";
import { productModel } from "../../support/product.ts";

const failuresIn = (tried: readonly Tried[]): readonly string[] =>
  tried.flatMap(({ name, failures }) => failures.map((sentence) => `${name}: ${sentence}`));

describe("a stand-in for an open-source back-end", () => {
  let backEnd: BladeBackEnd;
  const connection = () => ({ url: backEnd.address, dialect: blade, passwordKey: backEnd.publicKey, client: "saber:saber_secret" });

  beforeAll(async () => {
    backEnd = await startBladeBackEnd();
  });
  afterAll(() => backEnd.close());

  it("conforms, by reading and by writing, and is left as it was", async () => {
    const client = await connect(connection(), bladeAdministrator);
    expect(await checkMenu(client)).toBeGreaterThan(20);
    const rows = () => Object.values(backEnd.tables).map((table) => ("rows" in table ? table.rows.length : 0));
    const before = rows();
    const tried = await checkBackEnd(client, productModel, { isWriting: true });
    expect(failuresIn(tried)).toEqual([]);
    // It breaks no screen, and is told.
    expect(tried.find(({ name }) => name === "post")?.differences).toEqual([
      "GET /blade-system/post/detail answers 500 to an id that there is not, in place of nothing",
    ]);
    expect(tried.filter(({ presence }) => presence !== "absent").map(({ name }) => name)).toHaveLength(20);
    // All that can be added by a form without secrets and removed again.
    expect(
      tried
        .filter(({ words }) => words.writes === "ok")
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(["api-scope", "code", "data-scope", "dept", "dict", "menu", "notice", "param", "post", "region", "role", "topmenu", "user"]);
    expect(rows()).toEqual(before);
    backEnd.expectNoStrays();
  });

  it("is told apart where somebody may do less: that is no failure", async () => {
    const client = await connect(connection(), bladeTester);
    const tried = await checkBackEnd(client, productModel, { isWriting: false });
    expect(tried.find(({ name }) => name === "user")?.words.list).toBe("no right");
    expect(tried.find(({ name }) => name === "notice")?.words.list).toBe("ok");
    expect(failuresIn(tried)).toEqual([]);
  });

  it("fails where the dialect is another: with a sentence for each call that is not there", async () => {
    const client = await connect(connection(), bladeAdministrator);
    const tried = await checkBackEnd({ ...client, dialect: { ...blade, resources: { ...blade.resources, order: {} } } }, productModel, {
      isWriting: false,
    });
    expect(failuresIn(tried).join("\n")).toMatch(/order: GET \S+ answers 404/u);
  });

  it("refuses a wrong password with its own words", async () => {
    await expect(connect(connection(), { ...bladeAdministrator, password: "other" })).rejects.toBeInstanceOf(SignInError);
  });
});
