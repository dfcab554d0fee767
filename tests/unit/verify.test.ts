// `npm run verify` says what its three parts say, and fails as soon as one of them does. That all of them pass is what `npm test` sees of the
// product itself.
import { expect, test } from "vitest";
import { bundleOf } from "../../scripts/bundled.mjs";
import { generateCommand } from "../../scripts/generate/command.ts";
import { verifyCommand } from "../../scripts/verify/command.ts";
import { printerFor, smallCheckout, type SmallCheckout } from "../support/small-checkout.ts";

async function verified({ root, importFile }: SmallCheckout): Promise<{ readonly code: number; readonly output: string }> {
  const lines: string[] = [];
  const code = await verifyCommand(root, { importFile, printer: printerFor(lines) });
  return { code, output: lines.join("\n") };
}

test("prints the result of each part, with what it found", async () => {
  using copy = smallCheckout();
  await generateCommand(copy.root, { importFile: copy.importFile, printer: printerFor([]) });
  // The code is linked, and the walker of imports follows no links: everything that imports it crosses "every import leads somewhere".
  const fresh = await verified(copy);
  expect(fresh.output).toMatch(/^resources\/production\/factory\.ts:1 imports #schema\n {2}boundary: every import leads somewhere$/m);
  expect(fresh.output).toMatch(/^boundaries: \d+ files, .* violations, /m);
  expect(fresh.output).toMatch(/^check: 8 definitions, 4 areas, 0 problems/m);
  expect(fresh.output).toContain("generate: generated/ is what 8 definitions say");
  expect(fresh).toMatchObject({ code: 1, output: expect.stringMatching(/\nverify: 2 passed, 1 failed$/) });

  copy.remove("resources/authority/user-profile.ts");
  const stale = await verified(copy);
  expect(stale.output).toMatch(/^check: 7 definitions, 4 areas, 0 problems/m);
  expect(stale.output).toContain("generated/screens/user-profile.json is stale");
  expect(stale).toMatchObject({ code: 1, output: expect.stringMatching(/\nverify: 1 passed, 2 failed$/) });

  const shop = "resources/production/shop.ts";
  copy.write(shop, copy.read(shop).replace('title: "name"', 'title: "nmae"'));
  const faulty = await verified(copy);
  expect(faulty.output).toMatch(/^resources\/production\/shop\.ts:\d+ unknown-title title: there is no field "nmae"/m);
  expect(faulty).toMatchObject({ code: 1, output: expect.stringMatching(/\nverify: 0 passed, 3 failed$/) });
});

test("a command runs from a bundle, unless a definition cannot be bundled: then each file is loaded, and the one that fails is named", async () => {
  using copy = smallCheckout();
  expect(await bundleOf(copy.root, "seed")).toBeUndefined();
  expect(await bundleOf(copy.root, "check")).toMatch(/check\.mjs$/);
  copy.write("resources/production/broken.ts", 'import { txet } from "#schema";\nexport default txet("a", "b");\n');
  expect(await bundleOf(copy.root, "check")).toBeUndefined();
  copy.write("resources/production/renamed.ts", 'import { lifeOfCode } from "#schema";\nexport default lifeOfCode;\n');
  const { code, output } = copy.run("check");
  expect([code, output]).toEqual([1, expect.stringContaining('resources/production/broken.ts:1 not-loadable the import of "txet"')]);
  expect(output).toContain('"lifeOfCode" is now "codeDetailPage".');
});
