// Requires a captcha from callers of public endpoints with too many calls, which stops programs (docs/wire.md §3).
import type { RequestContext } from "../contract.ts";
import { ApiError } from "../http/errors.ts";

const captchaNeeded = () =>
  new ApiError(429, "captchaNeeded", ["操作过于频繁，请输入验证码后继续", "Too many requests: enter the verification code to continue"]);
const captchaWrong = () => new ApiError(429, "captchaNeeded", ["验证码不正确", "The verification code is not right"]);

/**
 * Throws unless the request answers a captcha in its headers Captcha-Key and Captcha-Code. An answer is valid for one call, whatever its
 * outcome. The error `captchaNeeded` tells a page to load a captcha and to send the call again.
 */
export async function requireCaptcha({ captcha }: Pick<RequestContext, "captcha">): Promise<void> {
  const answered = await captcha?.();
  if (answered === undefined) throw captchaNeeded();
  if (!answered) throw captchaWrong();
}
