// Signing in as the contract says it (§3): captcha, password, refused ones, refreshed and ended sessions.
import { describe, expect, test } from "vitest";
import { askForToken, basic, call, client, password, people, signIn, startTestServer } from "./fixture.ts";
import { transformed } from "../../../src/server/auth/password-hash.ts";

describe("the password grant", () => {
  test("answers a bare object with tokens and the person", async () => {
    const { app } = await startTestServer();
    const { status, body } = await askForToken(app, "admin");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      token_type: "bearer", expires_in: 3600, tenant_id: "100001", user_id: "1002", account: "boss", user_name: "boss", real_name: "admin", nick_name: "nick admin",
      role_name: "admin", role_id: "2002", dept_id: "3002", post_id: "3102", oauth_id: "", client_id: client.id, detail: { type: "web" },
    });
    expect(body).not.toHaveProperty("code");
    expect(JSON.stringify(body)).not.toContain("$scrypt");
  });
});
