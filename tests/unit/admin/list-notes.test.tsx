// @vitest-environment happy-dom
// The note of an empty list, once the list has rows.
import { act, useEffect, useState, type ReactNode } from "react";
import { expect, it } from "vitest";
import { Note } from "#admin/parts/list-notes.tsx";
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
