import { describe, expect, it } from "vitest";
import { isListedAddress, wrongNetwork } from "./networks.ts";

describe("a list of addresses and networks", () => {
  it.each([
    ["10.20.0.51", "10.20.0.51", true],
    ["10.20.0.51", "10.20.0.52", false],
    ["10.20.0.0/16", "10.20.255.1", true],
    ["10.20.0.0/16", "10.21.0.1", false],
    ["192.0.2.1\n10.0.0.0/8", "10.1.2.3", true],
    ["10.0.0.0/8", "::ffff:10.1.2.3", true],
    ["2001:db8::/32", "2001:db8:1::7", true],
    ["2001:db8::/32", "2001:db9::7", false],
    ["2001:DB8:0:0::1", "2001:db8::1", true],
    ["0.0.0.0/0", "203.0.113.9", true],
    ["0.0.0.0/0", "2001:db8::1", false],
    ["", "203.0.113.9", true],
    ["   \n ", "203.0.113.9", true],
    ["nobody", "203.0.113.9", false],
    ["10.0.0.0/8", "", false],
  ])("%j has %j: %s", (list, address, isListed) => {
    expect(isListedAddress(list, address)).toBe(isListed);
  });

  it.each([
    ["10.20.0.51\n2001:db8::/32\r\n10.0.0.0/8", undefined],
    ["10.20.0.51\n10.20.0", "10.20.0"],
    ["10.20.0.0/33", "10.20.0.0/33"],
    ["2001:db8::/129", "2001:db8::/129"],
    ["10.0.0.0/8/8", "10.0.0.0/8/8"],
    ["10.0.0.0/", "10.0.0.0/"],
    ["shop.example.cn", "shop.example.cn"],
  ])("of %j the first line that is wrong is %j", (list, wrong) => {
    expect(wrongNetwork(list)).toBe(wrong);
  });
});
