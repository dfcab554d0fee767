// Contracts of channels end by the clock.
import { expect, it } from "vitest";
import { arrayIn } from "../../../support/samples.ts";
import { startDemonstration } from "../demonstration.ts";
import { loyaltyIn, movableClock } from "../loyalty/loyalty.ts";

const channels = "/digit-bind/channel";
const clock = movableClock();
const demonstration = await startDemonstration({ milliseconds: clock.milliseconds });
const { add, find, row, zhangwei } = demonstration;
const { runSchedule } = loyaltyIn(demonstration);

it("a channel expires the day after its contract has ended, and is not offered any more", async () => {
  const { channelTypeId } = await find(channels, { code_equal: "QD001" });
  const channel = (code: string, contractEnd?: string) =>
    add(channels, {
      code,
      name: code,
      channelTypeId,
      contact: "何伟",
      phone: "13800000001",
      ...(contractEnd === undefined ? {} : { contractEnd }),
    });
  const [soon, later, open] = [await channel("HT1", "2025-03-14"), await channel("HT2", "2025-06-30"), await channel("HT3")];
  const statuses = async () => Promise.all([soon, later, open].map(async (id) => (await row(channels, id))["status"]));
  await runSchedule("channel-contracts", clock);
  expect(await statuses()).toEqual([1, 1, 1]);
  clock.goTo("2025-03-14 12:00:00");
  const [job] = await runSchedule("channel-contracts", clock);
  expect(job).toMatchObject({ status: 3 });
  expect(await statuses()).toEqual([3, 1, 1]);
  expect(arrayIn(await zhangwei.get(`${channels}/select`)).map(({ id }) => String(id))).not.toContain(soon);
});
