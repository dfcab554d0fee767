// @vitest-environment happy-dom
// What a refusal above a form leads to.
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test } from "vitest";
import { failureIn } from "#admin/api/request.ts";
import { FailureAlert } from "#admin/forms/dialogs/failure-alert.tsx";
import { isAboveForm } from "#admin/forms/dialogs/above-form.ts";
import { startLanguage } from "#admin/i18n/index.ts";
import { WorkspaceProvider, type Workspace } from "#admin/workspace/workspace.ts";

beforeAll(() => startLanguage());

const entry = { key: "1", label: "工厂", icon: "", href: undefined, embedded: undefined, children: [] };
const workspace = { menu: [{ ...entry, code: "factory", path: "/production/factory" }] } as unknown as Workspace; // only its menu is read

const refused = (data: object) => failureIn(400, { code: 400, success: false, msg: "所选工厂不可选用", data });
const issue = { code: "notFound", path: ["factoryId"], parameters: {}, message: "所选工厂不可选用" };
const linksIn = (data: object): readonly string[] => {
  const shown = renderToStaticMarkup(
    <WorkspaceProvider value={workspace}>
      <FailureAlert failure={refused(data)} />
    </WorkspaceProvider>,
  );
  return [...shown.matchAll(/href="([^"]*)" target="_blank"/g)].map(([, address = ""]) => address.replaceAll("&amp;", "&"));
};

test("leads to the row that a sentence is about, each once, beside the page", () => {
  const target = { resource: "factory", id: "7" };
  const there = "/production/factory/7";
  expect(linksIn({ error: "inUse", target: { ...target, title: "一厂" } })).toEqual([there]);
  expect(
    linksIn({
      error: "invalid",
      issues: [
        { ...issue, target },
        { ...issue, target },
      ],
    }),
  ).toEqual([there]);
  expect(linksIn({ error: "inUse", target: { ...target, action: "enable" } })).toEqual([`${there}?act=enable`]);
});

test("leads nowhere that the person's menu does not have", () => {
  expect(linksIn({ error: "inUse", target: { resource: "shop", id: "7" } })).toEqual([]);
  expect(linksIn({ error: "inUse", target: { resource: "factory" } })).toEqual([]);
  expect(linksIn({ error: "inUse" })).toEqual([]);
});

test("a refusal at its field is above the form as well where it is mended elsewhere", () => {
  const at = (one: object) => {
    const failure = refused({ error: "invalid", issues: [one] });
    return failure !== undefined && isAboveForm(failure, []);
  };
  expect([at(issue), at({ ...issue, target: { resource: "factory", id: "7" } })]).toEqual([false, true]);
});
