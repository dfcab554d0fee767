// The documents of a package: all that an operator needs, and no link that leads out of it.
import { mkdtempSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { packagedDocuments } from "../../scripts/package/documents.ts";
import { checkoutAt } from "../support/checkout.ts";
import { scratch } from "../support/scratch.ts";

const root = path.resolve(import.meta.dirname, "../..");

test("every link of a package leads to a document in it", async () => {
  const documents = await packagedDocuments(root);
  for (const name of ["README.md", "docs/configuration.md", "docs/operation.md", "docs/wire.md"])
    expect([...documents.keys()]).toContain(name);
  const links = [...documents].flatMap(([file, text]) =>
    [...text.matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)].map(([, address = ""]) => ({
      file,
      target: path.posix.join(path.posix.dirname(file), address),
    })),
  );
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter(({ target }) => !documents.has(target))).toEqual([]);
});

test("a link to what stays in the checkout is its words, and the first document links from where it is", async () => {
  const checkout = checkoutAt(mkdtempSync(path.join(scratch(), "tracemark-documents-")));
  onTestFinished(() => checkout[Symbol.dispose]());
  checkout.write("docs/tutorial.md", "# Tutorial\n");
  checkout.write("docs/wire.md", "# Wire\n[other](https://example.com/wire.md), [here](#wire)\n");
  checkout.write(
    "docs/operation.md",
    "[Wire](wire.md#wire), [the tutorial](tutorial.md), [findings](../generated/reference.md#findings)\n",
  );
  expect(Object.fromEntries(await packagedDocuments(checkout.root))).toEqual({
    "README.md": "[Wire](docs/wire.md#wire), the tutorial, findings\n",
    "docs/operation.md": "[Wire](wire.md#wire), the tutorial, findings\n",
    "docs/wire.md": "# Wire\n[other](https://example.com/wire.md), [here](#wire)\n",
  });
});
