// What is kept of exchanges holds no secret.
import { expect, it } from "vitest";
import { maskedBody, maskedHeaders } from "./masking.ts";

it("members of JSON are masked by their names, at any depth, and everything else stays", () => {
  const body = JSON.stringify({ payNo: "ZF1", sign: "abc", apiKey: "k", inner: [{ password: "p", amount: "1.00" }], token: { a: 1 } });
  expect(JSON.parse(maskedBody(body, []))).toEqual({
    payNo: "ZF1",
    sign: "***",
    apiKey: "***",
    inner: [{ password: "***", amount: "1.00" }],
    token: "***",
  });
});

it("fields of a form are masked by their names", () => {
  expect(maskedBody("payNo=ZF1&sign=abc%3D&key=k", [])).toBe("payNo=ZF1&sign=***&key=***");
});

it("known secrets are masked wherever they stand", () => {
  expect(maskedBody("error: bad key topsecret-key!", ["topsecret-key"])).toBe("error: bad key ***!");
  expect(maskedBody(JSON.stringify({ message: "topsecret-key" }), ["topsecret-key"])).toBe('{"message":"***"}');
});

it("headers that prove who calls are masked", () => {
  expect(JSON.parse(maskedHeaders({ "x-signature": "a", authorization: "b", cookie: "c", "x-nonce": "n" }, []))).toEqual({
    "x-signature": "***",
    authorization: "***",
    cookie: "***",
    "x-nonce": "n",
  });
});
