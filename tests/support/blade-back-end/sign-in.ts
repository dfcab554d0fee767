// Sign-in of the platform: the picture, tokens by password or by a refresh token, and what a token is worth.
import { randomBytes } from "node:crypto";
import { sm2 } from "sm-crypto-v2";
import { done, refusals, type Answer } from "./answers.ts";
import { needed, type Call, type Caller, type Endpoint } from "./calls.ts";
import { parts, rowsIn, type Row } from "./rows.ts";
import { storedPassword, type PeopleTables } from "./sample-people.ts";

/** As many refusals lock an account. */
const refusalsAllowed = 5;
const noAvatar = "https://bladex.cn/images/logo.png";
/** A picture of one point. */
const picture = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

export interface SignIn {
  readonly endpoints: readonly Endpoint[];
  /** Public key with which passwords are encrypted, as 130 hexadecimal digits. */
  readonly publicKey: string;
  /** The characters of the pictures that were made, newest last. */
  readonly captchas: readonly string[];
  /** Whom a `Blade-Auth` header names; throws for nobody. */
  readonly callerOf: (header: string) => Caller;
  /** Access tokens are no longer taken, as after their time. */
  readonly endAccess: () => void;
  /** Refresh tokens are no longer taken either. */
  readonly endRefresh: () => void;
}

/** The password that was encrypted by SM2, C1C2C3; throws as the platform does where the text is something else. */
function decrypted(sent: string, privateKey: string): string {
  if (!/^(?:[0-9a-f]{2})+$/i.test(sent))
    throw refusals.fault("exception decoding Hex string: invalid characters encountered in Hex string");
  // The prefix of the point is optional, and the library wants it left out. What is encrypted otherwise, such as in the order C1C3C2, and
  // what is not encrypted at all, comes to nothing.
  for (const cipher of [sent, sent.replace(/^04/, "")]) {
    try {
      const plain = sm2.doDecrypt(cipher, privateKey, 0, { output: "string" });
      if (plain !== "") return plain;
    } catch {
      continue;
    }
  }
  return "";
}

export function signIn({ users, roles }: PeopleTables): SignIn {
  const keys = sm2.generateKeyPairHex();
  const captchas: string[] = [];
  const pictures = new Map<string, string>();
  let access = new Map<string, string>();
  let refresh = new Map<string, string>();
  const refused = new Map<string, number>();

  const rolesOf = (user: Row): readonly Row[] => rowsIn(roles, parts(String(user["roleId"] ?? "")));

  const session = (user: Row): Answer => {
    const [accessToken, refreshToken] = [randomBytes(24).toString("hex"), randomBytes(24).toString("hex")];
    access.set(accessToken, String(user["id"]));
    refresh.set(refreshToken, String(user["id"]));
    return done({
      tenantId: user["tenantId"],
      userId: user["id"],
      deptId: user["deptId"] ?? "",
      roleId: user["roleId"] ?? "",
      oauthId: "",
      account: user["account"],
      // The real name goes by this name.
      userName: user["realName"] ?? "",
      authority: rolesOf(user)
        .map((role) => String(role["roleAlias"]))
        .join(","),
      avatar: user["avatar"] || noAvatar,
      accessToken,
      refreshToken,
      tokenType: "bearer",
      expiresIn: 3600,
      license: "powered by blade",
    });
  };

  const judgePicture = ({ headers }: Call): void => {
    const wanted = pictures.get(headers["captcha-key"] ?? "");
    pictures.delete(headers["captcha-key"] ?? "");
    if (wanted === undefined || wanted.toLowerCase() !== (headers["captcha-code"] ?? "").toLowerCase())
      throw refusals.business("验证码不正确");
  };

  const byPassword = (call: Call): Answer => {
    const [tenantId, account] = [needed(call, "tenantId"), needed(call, "account")];
    const name = `${tenantId} ${account}`;
    if ((refused.get(name) ?? 0) >= refusalsAllowed) throw refusals.business("登录错误次数过多，请稍后再试");
    const password = decrypted(needed(call, "password"), keys.privateKey);
    const user = users.rows.find((row) => row["tenantId"] === tenantId && row["account"] === account);
    if (user === undefined || user["password"] === null || password === "" || storedPassword(password) !== user["password"]) {
      refused.set(name, (refused.get(name) ?? 0) + 1);
      throw refusals.business("用户名或密码错误");
    }
    refused.delete(name);
    return session(user);
  };

  const token = (call: Call): Answer => {
    const grant = call.parameters["grantType"] ?? "password";
    if (grant === "captcha") judgePicture(call);
    if (grant === "captcha" || grant === "password") return byPassword(call);
    if (grant !== "refresh_token") throw refusals.business("未支持的授权类型");
    const user = users.find(refresh.get(call.parameters["refreshToken"] ?? "") ?? "");
    // Whatever is wrong with a refresh token is a fault of the server.
    if (user === undefined) throw refusals.fault();
    return session(user);
  };

  const captcha = (): Answer => {
    const [key, characters] = [randomBytes(8).toString("hex"), randomBytes(5).toString("hex").slice(0, 5)];
    pictures.set(key, characters);
    captchas.push(characters);
    return done({ key, image: picture });
  };

  return {
    publicKey: keys.publicKey,
    captchas,
    endpoints: [
      { method: "GET", path: "/blade-auth/captcha", answer: captcha, for: "everybody" },
      { method: "POST", path: "/blade-auth/token", answer: token, for: "everybody" },
      { method: "POST", path: "/blade-auth/logout", answer: () => done() },
      {
        method: "POST",
        path: "/blade-system/user/unlock",
        answer: (call) => {
          for (const id of parts(needed(call, "userIds"))) {
            const user = users.find(id);
            refused.delete(`${String(user?.["tenantId"])} ${String(user?.["account"])}`);
          }
          return done();
        },
      },
    ],
    callerOf: (header) => {
      const user = users.find(access.get(header.replace(/^bearer /, "")) ?? "");
      if (user === undefined) throw refusals.signedOut();
      return {
        userId: String(user["id"]),
        deptId: String(user["deptId"] ?? ""),
        tenantId: String(user["tenantId"]),
        account: String(user["account"]),
        roleIds: parts(String(user["roleId"] ?? "")),
        roles: rolesOf(user).map((role) => String(role["roleAlias"])),
      };
    },
    endAccess: () => void (access = new Map()),
    endRefresh: () => void (refresh = new Map()),
  };
}
