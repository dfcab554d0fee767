// @vitest-environment happy-dom
// A whole number outside of forms: read as forms read numbers, and told when it is none.
import { act, useState, type ReactNode } from "react";
import { beforeEach, expect, it } from "vitest";
import { WholeNumber } from "#admin/inputs/whole-number.tsx";
import { mount, startLanguage, type } from "./support.tsx";

beforeEach(() => startLanguage("zh"));

async function open(isOptional: boolean): Promise<{ readonly given: (number | undefined)[]; readonly input: HTMLInputElement }> {
  const given: (number | undefined)[] = [];
  function Page(): ReactNode {
    const [value, setValue] = useState<number | undefined>(5);
    const take = (next: number | undefined) => {
      given.push(next);
      setValue(next);
    };
    return <WholeNumber name="数量" min={1} max={500} value={value} isOptional={isOptional} onChange={take} />;
  }
  await mount(<Page />);
  const input = document.querySelector<HTMLInputElement>('input[aria-label="数量"]');
  if (input === null) throw new Error("no input");
  return { given, input };
}

const reported = () => document.querySelector("[role=alert]")?.textContent;

it.each(["(100)", "1.5万", "1/2", "12.5", "0", "501", ""])(
  "makes no other number of %j: it stays, and what is allowed is told",
  async (pasted) => {
    const { given, input } = await open(false);
    await type(input, pasted);
    await act(async () => input.blur());
    expect(given).toEqual([]);
    expect(input.value).toBe(pasted);
    expect(reported()).toBe("应为整数，1 至 500");
  },
);

it("reads what is clear, and is shown as its number when it is left", async () => {
  const { given, input } = await open(false);
  await act(async () => input.focus());
  await type(input, "3E2");
  expect(given).toEqual([300]);
  await act(async () => input.blur());
  expect(input.value).toBe("300");
  expect(reported()).toBeUndefined();
});

it("may be emptied where that means no limit", async () => {
  const { given, input } = await open(true);
  await type(input, "");
  expect(given).toEqual([undefined]);
  expect(reported()).toBeUndefined();
});
