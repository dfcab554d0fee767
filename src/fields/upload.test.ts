// Uploaded files: their addresses and names, and what a field accepts.
import { expect, it } from "vitest";
import { addressPattern, isAddress, withoutSignature } from "./file-address.ts";
import { fileName } from "./file-name.ts";
import { isPictureAddress } from "./picture.tsx";
import { uploadLimits } from "./upload-limits.ts";
import { addressValue, addressValues, uploadOf } from "./upload.ts";

const hash = "0123456789abcdef0123456789abcdef";

it.each([
  ["/upload/a.pdf", "a.pdf"],
  ["a.pdf", "a.pdf"],
  ["/upload/a%201.pdf", "a 1.pdf"],
  ["/upload/100%.pdf", "100%.pdf"],
  ["/upload/%e4%2.pdf", "%e4%2.pdf"],
  ["/upload/%E5%9B%BE.png", "图.png"],
  ["https://files.example.cn/a/b.pdf?c=/d#e", "b.pdf"],
  ["/a.pdf#b/c", "a.pdf"],
  ["", ""],
])("the file at %j is called %j", (address, name) => {
  expect(fileName(address)).toBe(name);
});

it.each([
  ["https://a.example/1.png", true, true],
  ["http://a.example/1.png", true, true],
  ["/upload/1.png", true, true],
  ["//a.example/1.png", false, false],
  ["/\\a.example/1.png", false, false],
  ["/\t/a.example/1.png", false, false],
  ["x/upload/1.png", false, false],
  ["xhttps://a.example", false, false],
  ["ftp://a.example", false, false],
  ["javascript:alert(1)", false, false],
  ["data:image/png;base64,AA", false, true],
  ["data:text/html,AA", false, false],
])("%j: a file %j, a picture %j", (address, isFile, isPicture) => {
  expect([addressPattern.test(address), isPictureAddress(address)]).toEqual([isFile, isPicture]);
});

it.each(["/a b", "/a<b", "/a>b", '/a"b', "/a\\b"])("%j is no address of a file", (address) => {
  expect(addressPattern.test(address)).toBe(false);
});

it("an address without a host is none", () => {
  expect(["/a.pdf", "https://a.example/b", "http://", "https://["].map(isAddress)).toEqual([true, true, false, false]);
});

it.each([
  ["/upload/1/a.pdf?until=17&sign=a-B_9", "/upload/1/a.pdf"],
  ["/upload/1/a.pdf", "/upload/1/a.pdf"],
  ["/other/1/a.pdf?until=17&sign=a", "/other/1/a.pdf?until=17&sign=a"],
  ["https://a.example/upload/a.pdf?until=17&sign=a", "https://a.example/upload/a.pdf?until=17&sign=a"],
  ["/upload/1/a.pdf?until=x&sign=a", "/upload/1/a.pdf?until=x&sign=a"],
  ["/upload/1/a.pdf?until=17&sign=a&b=c", "/upload/1/a.pdf?until=17&sign=a&b=c"],
  ["/upload/?until=17&sign=a", "/upload/?until=17&sign=a"],
])("rows hold %j as %j", (address, held) => {
  expect(withoutSignature(address)).toBe(held);
});

it.each([
  [`/upload/100001/202503/${hash}.png`, { tenantId: "100001", name: `202503/${hash}.png`, ending: "png" }],
  [`/upload/000000000001/202503/${hash}.7z`, { tenantId: "000000000001", name: `202503/${hash}.7z`, ending: "7z" }],
  [`/upload/0000000000001/202503/${hash}.png`, undefined],
  [`x/upload/1/202503/${hash}.png`, undefined],
  [`/upload/1/202503/${hash}.png?x`, undefined],
  [`/upload/1/20253/${hash}.png`, undefined],
  [`/upload/1/202503/${hash}0.png`, undefined],
  [`/upload/1/202503/${hash.slice(1)}.png`, undefined],
  [`/upload/1/202503/${hash}.PNG`, undefined],
  [`/upload/1/202503/${hash}.abcdef`, undefined],
  [`/upload/1/../1/202503/${hash}.png`, undefined],
])("%j is the upload %j", (address, upload) => {
  expect(uploadOf(address)).toEqual(upload);
});

it.each([
  ["pictures", {}, { endings: ["jpg", "jpeg", "png", "gif", "webp"], maxKb: 5120 }],
  ["any", {}, { endings: [], maxKb: 20_480 }],
  ["any", { accept: " .PDF , docx,, " }, { endings: ["pdf", "docx"], maxKb: 20_480 }],
  ["any", { accept: "tar.gz", maxKb: 5 }, { endings: ["tar.gz"], maxKb: 5 }],
] as const)("a field of %s with %j takes %j", (files, own, limits) => {
  expect(uploadLimits(files, own)).toEqual(limits);
});

it("one address may hold a comma, those of a list none", () => {
  const long = `/${"x".repeat(499)}`;
  expect(["/a,b", long, `${long}x`, "https://[", "a"].map((address) => addressValue().safeParse(address).success)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  const lists = [["/a"], ["/a,b"], [long], [`${long}x`], ["https://["], ["//a"], ["a/b"], [], Array.from({ length: 20 }, () => "/a")];
  expect(lists.map((list) => addressValues().safeParse(list).success)).toEqual([
    true,
    false,
    true,
    false,
    false,
    false,
    false,
    false,
    true,
  ]);
  expect(addressValues().safeParse(Array.from({ length: 21 }, () => "/a")).success).toBe(false);
});
