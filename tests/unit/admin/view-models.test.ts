// The halves of a screen: together they are the whole, and a list needs neither schema nor help.
import { expect, test } from "vitest";
import { formViewModel, listViewModel, wholeScreen } from "#admin/data/screen-models/view-models.ts";
import type { Screen } from "#schema/screen";

const screens = Object.values(import.meta.glob<Screen>("../../../generated/screens/*.json", { eager: true, import: "default" }));

test("the halves of every generated screen make it whole again, but for reads that no screen fills itself from", () => {
  expect(screens.length).toBeGreaterThan(10);
  for (const screen of screens) {
    const reads = screen.reads.filter(
      ({ name, shape }) => name === screen.listRead || screen.kind === "dashboard" || (shape !== "by-ids" && shape !== "custom"),
    );
    expect(wholeScreen(listViewModel(screen), formViewModel(screen))).toEqual({ ...screen, reads });
  }
});

test("the list's half knows which actions ask something, and nothing that only forms need", () => {
  for (const screen of screens) {
    const half = listViewModel(screen);
    expect(half).not.toHaveProperty("schema");
    expect(half.fields.some((field) => field.help !== undefined || field.required !== undefined || field.default !== undefined)).toBe(
      false,
    );
    expect(half.actions.map((action) => action.dialogFields !== undefined)).toEqual(
      screen.actions.map((action) => action.dialogFields !== undefined),
    );
    expect(half.actions.flatMap((action) => action.dialogFields ?? [])).toEqual([]);
  }
});
