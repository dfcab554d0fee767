// @vitest-environment happy-dom
// What closes a panel that opens at a button.
import { act } from "react";
import { expect, it, vi } from "vitest";
import { PopMenu } from "#admin/ui/panels/pop.tsx";
import { mount } from "../forms/support.tsx";

async function openMenu() {
  const anchor = document.createElement("button");
  document.body.append(anchor);
  const place = { top: 100 };
  anchor.getBoundingClientRect = () => new DOMRect(40, place.top, 80, 24);
  const onClose = vi.fn<() => void>();
  await mount(<PopMenu anchor={anchor} label="More" items={[{ key: "bind", label: "Bind" }]} onPick={() => undefined} onClose={onClose} />);
  return { onClose, place, scroll: () => act(async () => document.body.dispatchEvent(new Event("scroll"))) };
}

it("stays open at a scroll that leaves its button where it is: one that was under way when the button was pressed, or of another part", async () => {
  const { onClose, scroll } = await openMenu();
  await scroll();
  expect(onClose).not.toHaveBeenCalled();
});

it("closes when its button scrolls away from under it", async () => {
  const { onClose, place, scroll } = await openMenu();
  place.top = 60;
  await scroll();
  expect(onClose).toHaveBeenCalledOnce();
});
