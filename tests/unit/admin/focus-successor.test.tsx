// @vitest-environment happy-dom
// What has the focus in a list when the element that had it is gone.
import { act, useEffect, useState, type ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { successorOfRow } from "#admin/ui/keyboard/focus-successor.ts";
import { Note } from "#admin/ui/states/list-notes.tsx";
import { mount } from "../forms/support.tsx";

it.each([
  ["the button that adds a row", true, "new"],
  ["the first row where nobody may add one", false, "row"],
] as const)("leaves the focus that was within it to %s", async (_what, mayAdd, expected) => {
  let fill: () => void = () => undefined;
  function List(): ReactNode {
    const [isFilled, setFilled] = useState(false);
    useEffect(() => {
      fill = () => setFilled(true);
    }, []);
    return (
      <section className="tm-list">
        {mayAdd && (
          <button id="new" data-begins="">
            new
          </button>
        )}
        {isFilled ? (
          <div id="row" data-row-key="1" tabIndex={-1} />
        ) : (
          <Note icon="inbox" title="empty">
            <button id="first">first</button>
          </Note>
        )}
      </section>
    );
  }
  await mount(<List />);
  document.getElementById("first")?.focus();
  await act(async () => fill());
  expect(document.activeElement?.id).toBe(expected);
});

const row = (key: number) => `<div data-row-key="${key}" id="row${key}" tabindex="-1"><button id="button${key}">act</button></div>`;

it.each([
  ["the one at its place", 1, "row2"],
  ["the last one in place of the last", 3, "row2"],
] as const)("a row that a dialog took out of the list leaves the focus to %s", async (_what, gone, expected) => {
  document.body.innerHTML = `<section class="tm-list"><button id="new" data-begins="">new</button>${row(1)}${row(2)}${row(3)}</section>`;
  const opener = document.getElementById(`button${gone}`);
  opener?.focus();
  const dialogIsGone = successorOfRow(opener);
  dialogIsGone();
  // The list is read anew after the dialog.
  document.getElementById(`row${gone}`)?.remove();
  await vi.waitFor(() => expect(document.activeElement?.id).toBe(expected));
});

it("the only row leaves it to the button that adds one; none takes it from where it is by then", async () => {
  document.body.innerHTML = `<section class="tm-list"><button id="new" data-begins="">new</button>${row(1)}</section><div class="ant-modal-wrap"><button id="ok">ok</button></div>`;
  const opener = document.getElementById("button1");
  opener?.focus();
  const first = successorOfRow(opener);
  // The question is closed, and still on the page.
  document.getElementById("ok")?.focus();
  document.getElementById("row1")?.remove();
  first();
  expect(document.activeElement?.id).toBe("new");

  document.body.innerHTML = `<section class="tm-list">${row(1)}${row(2)}</section><div class="ant-modal-wrap"><div class="tf-dialog"><button id="inside">i</button></div></div>`;
  const behind = successorOfRow(document.getElementById("row1"));
  document.getElementById("inside")?.focus();
  document.getElementById("row1")?.remove();
  behind();
  expect(document.activeElement?.id).toBe("inside");

  document.body.innerHTML = `<section class="tm-list">${row(1)}${row(2)}</section><div class="ant-modal-wrap"><button id="ok">ok</button></div>`;
  document.getElementById("ok")?.focus();
  successorOfRow(document.getElementById("row2"))();
  expect(document.activeElement?.id).toBe("row2");

  document.body.innerHTML = `<section class="tm-list">${row(1)}${row(2)}</section><button id="other">o</button>`;
  const next = document.getElementById("button1");
  next?.focus();
  successorOfRow(next)();
  document.getElementById("other")?.focus();
  document.getElementById("other")?.blur();
  document.getElementById("row1")?.remove();
  // Observers are told before a later task.
  await new Promise((resolve) => setTimeout(resolve));
  expect(document.activeElement).toBe(document.body);
});
