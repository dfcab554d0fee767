// Why a token was refused, as the token endpoint reports it: HTTP 400 with error and error_description, not in an envelope (docs/wire.md
// §3).
import { inLanguage, type Language, type Text } from "#schema/text";

type OAuthErrorCode =
  | "invalid_request"
  | "invalid_client"
  | "unauthorized_client"
  | "unsupported_grant_type"
  | "invalid_scope"
  | "invalid_grant"
  | "temporarily_unavailable"
  | "second_factor_required";

interface OAuthErrorBody {
  readonly error: OAuthErrorCode;
  readonly error_description: string;
}

export class OAuthError extends Error {
  constructor(
    /** As RFC 6749 §5.2 names it, and §4.1.2.1 for another platform that does not answer. */
    readonly code: OAuthErrorCode,
    readonly text: Text,
    /** The cause, for the log. */
    cause?: Error,
  ) {
    super(text[1], { cause });
    this.name = "OAuthError";
  }

  body(language: Language): OAuthErrorBody {
    return { error: this.code, error_description: inLanguage(this.text, language) };
  }
}

/** What completes a sign-in whose first step succeeded. */
interface FactorChallenge {
  readonly challenge: string;
  readonly methods: readonly string[];
  readonly expires_in: number;
  /** Why codes by text, which the person has chosen, cannot be sent now. */
  readonly textRefusal?: Text | undefined;
}

/** The first step succeeded; the second one is asked for before there is any token. */
export class SecondFactorRequired extends OAuthError {
  constructor(readonly challenge: FactorChallenge) {
    super("second_factor_required", ["请输入双因素验证的动态码", "Enter the code of your second factor"]);
  }

  override body(language: Language): OAuthErrorBody & Readonly<Record<string, unknown>> {
    const { challenge, methods, expires_in, textRefusal } = this.challenge;
    const refusal = textRefusal === undefined ? {} : { sms_refusal: inLanguage(textRefusal, language) };
    return { ...super.body(language), challenge, methods, expires_in, ...refusal };
  }
}

export const unknownClient = () => new OAuthError("invalid_client", ["客户端认证失败", "The client is not known or its secret is wrong"]);
export const grantNotAllowed = () =>
  new OAuthError("unauthorized_client", ["该客户端不支持此授权类型", "This client may not use this grant type"]);
export const scopeNotAllowed = () =>
  new OAuthError("invalid_scope", ["该客户端不支持此授权范围", "This client may not ask for this scope"]);
export const unknownGrant = () => new OAuthError("unsupported_grant_type", ["不支持的授权类型", "Unknown grant type"]);
export const parameterMissing = (name: string) =>
  new OAuthError("invalid_request", [`缺少必要的请求参数: ${name}`, `Missing parameter: ${name}`]);
export const tenantsDiffer = () =>
  new OAuthError("invalid_request", ["请求头与参数中的租户不一致", "The tenant in the header is not the one in the parameters"]);

export const wrongCaptcha = () => new OAuthError("invalid_grant", ["验证码不正确", "The verification code is not correct"]);
/** Also for an account that does not exist, so that accounts cannot be found out. */
export const wrongPassword = () => new OAuthError("invalid_grant", ["用户名或密码错误", "Wrong user name or password"]);
export const tooManyFailures = () => new OAuthError("invalid_grant", ["用户登录失败次数过多", "Too many failed sign-ins; try again later"]);
export const tenantExpired = () => new OAuthError("invalid_grant", ["租户授权已过期", "The tenant's licence has expired"]);
export const tenantDisabled = () => new OAuthError("invalid_grant", ["租户已停用", "The tenant is disabled"]);
export const accountWaiting = () => new OAuthError("invalid_grant", ["账号待审核，请联系管理员", "The account is waiting for approval"]);
export const accountLocked = () =>
  new OAuthError("invalid_grant", ["账号已锁定，请联系管理员", "The account is locked; ask an administrator"]);
export const notOwnDeptOrRole = () =>
  new OAuthError("invalid_grant", ["所选部门或角色不属于当前账号", "The department or role chosen is not one of this account"]);
export const wrongFactorCode = () =>
  new OAuthError("invalid_grant", ["动态码不正确或已使用", "The code is not correct, or was used already"]);
/** Answered in time, but too late, too often, or by somebody else: the first step begins again. */
export const challengeOver = () =>
  new OAuthError("invalid_request", ["验证已失效，请重新登录", "This sign-in is no longer valid; please sign in again"]);
export const unknownMethod = () => new OAuthError("invalid_request", ["不支持的验证方式", "Unknown way to verify"]);
export const textsNotOffered = (text: Text = ["未启用短信验证码", "Codes by text are not set up"]) =>
  new OAuthError("invalid_request", text);
export const refreshRefused = () => new OAuthError("invalid_grant", ["登录已失效，请重新登录", "The session has ended; sign in again"]);

export const socialUnknown = () => new OAuthError("invalid_request", ["该第三方登录方式未启用", "This way of signing in is not set up"]);
/** Begun in another browser, begun too long ago, or used before. */
export const socialStartedElsewhere = () =>
  new OAuthError("invalid_grant", ["第三方登录已失效，请重新发起登录", "This sign-in is no longer valid; please start it again"]);
export const socialRefused = (cause: Error) =>
  new OAuthError(
    "invalid_grant",
    ["第三方平台未通过本次登录，请重新发起登录", "The other platform did not accept this sign-in; please start it again"],
    cause,
  );
export const socialFailed = (cause: Error) =>
  new OAuthError(
    "temporarily_unavailable",
    ["第三方平台暂时无法访问，请稍后再试", "The other platform cannot be reached at the moment; try again later"],
    cause,
  );

export const identityUnknown = () =>
  new OAuthError("invalid_request", [
    "该身份源不存在或已停用，请联系管理员",
    "This identity provider does not exist or is disabled; ask an administrator",
  ]);
/** Why the provider did not accept somebody, in its words: they are the ones who have to know. */
export const identityRefused = (text: Text, cause: Error) => new OAuthError("invalid_grant", text, cause);
export const identityGone = (cause: Error) =>
  new OAuthError(
    "invalid_grant",
    [
      "身份源不再承认您的账号，请重新登录或联系管理员",
      "The identity provider no longer knows your account; sign in again or ask an administrator",
    ],
    cause,
  );
export const identityUnavailable = (cause: Error) =>
  new OAuthError(
    "temporarily_unavailable",
    [
      "身份源暂时无法使用，请稍后再试或联系管理员",
      "The identity provider cannot be used at the moment; try again later or ask an administrator",
    ],
    cause,
  );
export const identityWithoutAccount = () =>
  new OAuthError("invalid_grant", ["您在本系统中没有账号，请联系管理员", "You have no account here; ask an administrator"]);
export const identityWithoutRole = () =>
  new OAuthError("invalid_grant", [
    "身份源没有给您分配角色，请联系管理员",
    "The identity provider gives you no role here; ask an administrator",
  ]);
export const identityUnnamed = () =>
  new OAuthError("invalid_grant", [
    "身份源没有给出可用的登录账号，请联系管理员",
    "The identity provider names no account for you that can be used here; ask an administrator",
  ]);
export const accountTakenThere = (account: string) =>
  new OAuthError("invalid_grant", [
    `登录账号“${account}”已被其他用户使用，请联系管理员`,
    `The account “${account}” is another user's already; ask an administrator`,
  ]);
export const accountsUsedUp = () =>
  new OAuthError("invalid_grant", [
    "当前租户已到最大账号额度，请联系管理员",
    "The tenant has as many accounts as its licence allows; ask an administrator",
  ]);
