// What a pasted or imported text is as a day, a moment or a time of day: what it clearly means, or none.
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { amount, seed } from "../../tests/support/amounts.ts";
import { dueAt } from "../process/times.ts";
import { localTimeOf, secondsLater } from "./local-time.ts";
import { clockIn, dayIn, momentIn } from "./written-time.ts";

const own = process.env["TZ"];

afterEach(() => {
  if (own === undefined) delete process.env["TZ"];
  else process.env["TZ"] = own;
});

describe("a moment without a zone is local time", () => {
  it.each([
    ["2026-12-01 09:00:00", "2026-12-01 09:00:00"],
    ["2026-12-01T09:00", "2026-12-01 09:00:00"],
    ["2026-12-01t09:00:30.123", "2026-12-01 09:00:30"],
    ["2026/1/2 9:05", "2026-01-02 09:05:00"],
    ["2026.1.2", "2026-01-02 00:00:00"],
    ["20260102", "2026-01-02 00:00:00"],
    ["2026年1月2日", "2026-01-02 00:00:00"],
    ["2026年1月2日 9:05", "2026-01-02 09:05:00"],
    ["2026年1月2日9时05分30秒", "2026-01-02 09:05:30"],
    ["2026/1/2 下午 3:04", "2026-01-02 15:04:00"],
    ["2026/1/2 上午12:30", "2026-01-02 00:30:00"],
    ["2026-01-02 12:30 PM", "2026-01-02 12:30:00"],
    ["2026-01-02 9:00:00 pm", "2026-01-02 21:00:00"],
    ["２０２６－０１－０２　０９：００", "2026-01-02 09:00:00"],
    ["\u00a02026-01-02\u00a009:00\u200b", "2026-01-02 09:00:00"],
  ])("%s", (text, moment) => expect(momentIn(text)).toBe(moment));
});

describe("a moment with a zone is the instant that it names, in local time", () => {
  it.each([
    ["Asia/Shanghai", "2026-12-01T09:00:00+08:00", "2026-12-01 09:00:00"],
    ["Asia/Shanghai", "2026-12-01T01:00:00Z", "2026-12-01 09:00:00"],
    ["Asia/Shanghai", "2026-12-01 01:00:00.5 +0000", "2026-12-01 09:00:00"],
    ["UTC", "2026-12-01T06:00+08", "2026-11-30 22:00:00"],
    ["Europe/Berlin", "2026-07-01T00:00:00z", "2026-07-01 02:00:00"],
  ])("in %s, %s is %s", (zone, text, moment) => {
    process.env["TZ"] = zone;
    expect(momentIn(text)).toBe(moment);
    expect(dayIn(text)).toBe(moment.slice(0, 10));
  });

  it("reads back every instant, in every zone and both of its summer times", () => {
    for (const zone of [
      "UTC",
      "Asia/Shanghai",
      "Asia/Kathmandu",
      "America/New_York",
      "Europe/Berlin",
      "Pacific/Apia",
      "Australia/Lord_Howe",
    ]) {
      process.env["TZ"] = zone;
      for (let day = 0; day < 366; day += 7) {
        const instant = new Date(Date.UTC(2026, 0, 1 + day, 13, 17, 19));
        expect(momentIn(instant.toISOString()), zone).toBe(localTimeOf(instant));
        const inKolkata = new Date(instant.getTime() + 5.5 * 3_600_000).toISOString().replace("Z", "+05:30");
        expect(momentIn(inKolkata), zone).toBe(localTimeOf(instant));
      }
    }
  });
});

describe("no moment, rather than another one", () => {
  it.each([
    ...["2026-02-30", "2026-13-01", "01/02/2026", "1/2", "26-01-02", "2026-01-02 25:00", "2026-01-02 09:60", "2026-01-02 13:00 PM"],
    ...["2026-01-02 0:30 am", "2026-01-02 noon", "2026-01-0209:00", "2026-01/02", "2026-01-02T09:00+8", "45000", "", "today", "2026年1月"],
    ...["2026-01-02 下午 3:00 pm", "2026-01-02 09:00 CST", "2026-01-02 9"],
  ])("%s", (text) => expect(momentIn(text)).toBeUndefined());
});

it("reads a time of day", () => {
  expect(["9:05", "09:05:30", "下午3:04", "12:00 am", "9时05分", "０９：０５"].map(clockIn)).toEqual([
    ...["09:05:00", "09:05:30", "15:04:00", "00:00:00", "09:05:00", "09:05:00"],
  ]);
  expect(["24:00", "9", "9:5", "13:00 pm", "9:05:61", "2026-01-02 09:05"].map(clockIn)).toEqual(Array(6).fill(undefined));
});

it("moves a moment by seconds, and leaves what is none as it is", () => {
  expect(secondsLater("2026-12-31 23:59:59", 1)).toBe("2027-01-01 00:00:00");
  expect(secondsLater("2026-03-01 00:00:00", -1)).toBe("2026-02-28 23:59:59");
  for (const text of ["2026-02-30 00:00:00", "2026-12-31", "soon", ""]) expect(secondsLater(text, 1)).toBe(text);
});

describe("any moment and any day", () => {
  const tried = { seed, numRuns: amount(300, 20_000) };
  // With summer time on either side of the equator, by half an hour, at midnight, and none.
  const zones = [
    "Asia/Shanghai",
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "America/Santiago",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "Africa/Cairo",
  ];
  const second = fc.integer({ min: Date.UTC(1995, 0, 1) / 1000, max: Date.UTC(2060, 0, 1) / 1000 }).map((one) => one * 1000);
  const day = fc
    .integer({ min: 0, max: 25_000 })
    .map((days) => new Date(Date.UTC(1990, 0, 1) + days * 86_400_000).toISOString().slice(0, 10));
  const two = (part: number) => String(part).padStart(2, "0");
  const clocks = new Map(
    zones.map((timeZone) => [timeZone, new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" })]),
  );

  it("written with a zone is the instant that it names, by the clock on the wall of the installation", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        second,
        // Quarters of an hour; undefined: Z.
        fc.option(fc.integer({ min: -48, max: 56 }), { nil: undefined }),
        fc.constantFrom(":", ""),
        (zone, instant, quarters, by) => {
          process.env["TZ"] = zone;
          const minutes = (quarters ?? 0) * 15;
          const local = new Date(instant + minutes * 60_000).toISOString().slice(0, 19);
          const offset = `${minutes < 0 ? "-" : "+"}${two(Math.floor(Math.abs(minutes) / 60))}${by}${two(Math.abs(minutes) % 60)}`;
          const text = `${local}${quarters === undefined ? "Z" : offset}`;
          const shown = clocks.get(zone)?.format(instant);
          expect(momentIn(text), text).toBe(shown);
          expect(dueAt(text, "2026-11-27 10:00:00", "timeDate"), text).toBe(shown);
        },
      ),
      tried,
    );
  });

  it("written without a zone stays what the clock on the wall shows, also where no clock shows it", () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), second, (zone, instant) => {
        process.env["TZ"] = zone;
        const local = new Date(instant).toISOString().slice(0, 19);
        const shown = local.replace("T", " ");
        expect(momentIn(local)).toBe(shown);
        expect(dueAt(local, "2026-11-27 10:00:00", "timeDate")).toBe(shown);
      }),
      tried,
    );
  });

  it("is read as countries write it that begin with the year, in full width as well; what begins with a day or a month is no other day", () => {
    const yearFirst = ["zh-CN", "zh-TW", "ja-JP", "sv-SE", "en-CA", "en-ZA"];
    const others = ["en-US", "en-GB", "de-DE", "fr-FR", "ru-RU", "pt-BR", "nl-NL"];
    const formats = new Map([...yearFirst, ...others].map((locale) => [locale, new Intl.DateTimeFormat(locale, { timeZone: "UTC" })]));
    fc.assert(
      fc.property(day, fc.constantFrom(...yearFirst), fc.constantFrom(...others), fc.boolean(), (one, locale, other, isWide) => {
        const moment = new Date(`${one}T00:00:00Z`);
        const text = formats.get(locale)?.format(moment) ?? "";
        const wide = text.replace(/[!-~]/gu, (sign) => String.fromCodePoint(sign.charCodeAt(0) + 0xfee0));
        expect(dayIn(isWide ? wide : text), text).toBe(one);
        const foreign = formats.get(other)?.format(moment) ?? "";
        expect(dayIn(foreign), foreign).toBeUndefined();
      }),
      tried,
    );
  });
});
