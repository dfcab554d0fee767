// The page of the API reads the whole description: every call, its values, and a command that makes it.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { curlOf, documentIn, partIn, type ApiCall } from "#admin/pages/api/description.ts";

const document = documentIn(JSON.parse(readFileSync("generated/openapi.json", "utf8")));
const callNamed = (id: string): ApiCall => {
  const found = document.calls.find((call) => call.id === id);
  if (found === undefined) throw new Error(`there is no ${id}`);
  return found;
};

test("every call has a label, an answer, statuses and a command without what is not there", () => {
  const wrong = document.calls.filter((call) => {
    const command = curlOf(call, document, "https://x.cn");
    return (
      call.label === "" ||
      call.group === "" ||
      call.statuses.length < 2 ||
      call.statuses.some(({ meaning }) => meaning === "") ||
      call.parameters.some(({ name, place }) => name === "" || place === "") ||
      /undefined|\[object|null/.test(command)
    );
  });
  expect(wrong.map(({ id }) => id)).toEqual([]);
  expect(document.calls.length).toBeGreaterThan(900);
});

test("the values of a row are those of its schema; a new one needs some of them, an answer is the payload", () => {
  const submit = callNamed("post.submit");
  const values = document.valuesOf(submit.body?.schema ?? {});
  expect(values.filter(({ isRequired }) => isRequired).map(({ name }) => name)).toEqual(["category", "postCode", "postName", "sort"]);
  expect(values.find(({ name }) => name === "category")?.type).toBe("integer | string");
  const page = document.valuesOf(callNamed("post.list").answer ?? {}).map(({ name }) => name);
  expect(page).toEqual(expect.arrayContaining(["records", "total", "records[].postCode"]));
  expect(page).not.toContain("success");
});

test("a command has what the call cannot do without: keys, parameters, a body of its type", () => {
  expect(
    curlOf(callNamed("post.submit"), document, "https://x.cn")
      .split("\n")
      .map((line) => line.trim()),
  ).toEqual([
    "curl -X POST 'https://x.cn/api/blade-system/post/submit' \\",
    "-H 'Authorization: Bearer <token>' \\",
    '-H "Idempotency-Key: $(uuidgen)" \\',
    "-H 'Content-Type: application/json' \\",
    `-d '{"category":1,"postCode":"…","postName":"…","sort":0}'`,
  ]);
  expect(curlOf(callNamed("post.detail"), document, "https://x.cn")).toContain("detail?id=");
  const withFiles = document.calls.find(({ body }) => body?.type === "multipart/form-data" && !body.type.includes("json"));
  expect(curlOf(withFiles ?? callNamed("post.submit"), document, "https://x.cn")).toMatch(/-F '\w+=/);
});

test("a text that a shell would take apart stays whole", () => {
  const call: ApiCall = { ...callNamed("post.submit"), body: { type: "application/json", schema: { const: "it's" } } };
  expect(curlOf(call, document, "https://x.cn")).toContain(String.raw`-d '"it'\''s"'`);
});

test.each([
  ["岗位 / Post: 列表 / List", "岗位：列表", "Post: List"],
  ["所属租户 / Tenant: is", "所属租户：is", "Tenant: is"],
  ["1: 一般 / General; 2: 租户 / Of tenants", "1：一般; 2：租户", "1: General; 2: Of tenants"],
  ["There: update. Absent: insert", "There: update. Absent: insert", "There: update. Absent: insert"],
  ["Sign in, or renew the token", "Sign in, or renew the token", "Sign in, or renew the token"],
])("%s is shown in the reader's language", (text, zh, en) => {
  expect([partIn("zh", text), partIn("en", text)]).toEqual([zh, en]);
});

test("a call that anybody may make is told from those that need a token", () => {
  const open = document.calls.filter(({ isPublic }) => isPublic).map(({ id }) => id);
  expect(open).toEqual(expect.arrayContaining(["auth.token", "auth.captcha"]));
  for (const id of ["post.list", "post.submit", "auth.user-info"]) expect(open).not.toContain(id);
  const command = curlOf(callNamed("auth.token"), document, "https://x.cn");
  expect(command).toContain("-u '<client id>:<secret>'");
  expect(command).not.toContain("Bearer");
});
