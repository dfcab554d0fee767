// DATABASE_URL: what is read from it, what is refused, and that no message shows the password.
import { expect, test } from "vitest";
import { connectionFromUrl } from "../../../src/server/postgres/connection.ts";

test.each([
  [
    "postgres://ann:s3cret@db.example:6543/trace",
    { host: "db.example", port: 6543, user: "ann", password: "s3cret", database: "trace", ssl: false },
  ],
  ["postgresql://ann@db.example", { host: "db.example", port: 5432, user: "ann", password: "", database: "ann", ssl: false }],
  ["postgres://a%40b:p%2Fw%25@[::1]/%E7%A0%81", { host: "::1", port: 5432, user: "a@b", password: "p/w%", database: "码", ssl: false }],
  [
    "postgres://ann:x@/trace?host=/run/postgresql",
    { host: "/run/postgresql", port: 5432, user: "ann", password: "x", database: "trace", ssl: false },
  ],
  ["postgres://ann:x@h/trace?sslmode=require", { host: "h", ssl: true }],
  ["postgres://ann:x@h/trace?sslmode=no-verify", { host: "h", ssl: { rejectUnauthorized: false } }],
  ["postgres://ann:x@h/trace?sslmode=disable", { host: "h", ssl: false }],
])("%s is read", (url, expected) => {
  expect(connectionFromUrl(url)).toMatchObject(expected);
});

test.each([
  ["another protocol", "mysql://ann:s3cret@h/d", /starts with "mysql:"/],
  ["no URL at all", "ann:s3cret", /instead of "postgres:"/],
  ["a password that is not encoded", "postgres://ann:s3cret#%@h:port/d", /percent-encoded/],
  ["no user", "postgres://h/d", /names no user/],
  ["a port out of range", "postgres://ann:s3cret@h/d?port=70000", /port/],
  ["an unknown sslmode", "postgres://ann:s3cret@h/d?sslmode=prefer", /sslmode=prefer/],
  ["a certificate that is not there", "postgres://ann:s3cret@h/d?sslmode=require&sslrootcert=/nowhere", /sslrootcert/],
])("%s is refused without showing the password", (_, url, message) => {
  const attempt = (): unknown => connectionFromUrl(url);
  expect(attempt).toThrow(expect.objectContaining({ code: "postgres.urlInvalid", message: expect.stringMatching(message) }));
  expect(attempt).not.toThrow(/s3cret/);
});

test("a refused URL is named by its variable", () => {
  expect(() => connectionFromUrl("mysql://h/d", "REPORT_DATABASE_URL")).toThrow(
    /^REPORT_DATABASE_URL cannot be used: it starts with "mysql:"/,
  );
});
