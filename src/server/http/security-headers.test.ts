// Which pictures the page's policy shows: the server refuses others before they are stored.
import { describe, expect, test } from "vitest";
import { showsPicture } from "./security-headers.ts";

const sites = ["https://pictures.example.com", "https://*.cdn.example.com", "http://intranet.example:8080"];

describe("a picture is shown", () => {
  test.each([
    "/demo/bottle.svg",
    "https://pictures.example.com/a.png",
    "https://PICTURES.example.com:443/a.png",
    "https://a.cdn.example.com/a.png",
    "https://a.b.cdn.example.com/a.png",
    "http://intranet.example:8080/a.png",
    "https://intranet.example:8080/a.png",
  ])("%s", (address) => {
    expect(showsPicture(address, sites)).toBe(true);
  });
});

describe("a picture is not shown", () => {
  test.each([
    "https://elsewhere.example.com/a.png",
    "http://pictures.example.com/a.png",
    "https://pictures.example.com:8443/a.png",
    "https://cdn.example.com/a.png",
    "https://evilcdn.example.com/a.png",
    "https://pictures.example.com.evil.example/a.png",
    "https://pictures.example.com@evil.example/a.png",
    "http://intranet.example/a.png",
    "https://",
  ])("%s", (address) => {
    expect(showsPicture(address, sites)).toBe(false);
  });
});
