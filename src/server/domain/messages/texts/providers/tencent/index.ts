// Texts by Tencent Cloud: SendSms of the version 2021-01-11.
import { isRecord } from "#schema/json";
import type { TextProvider } from "../provider.ts";
import { objectIn, answerText } from "../answers.ts";
import { authorizationOf, contentType } from "./signature.ts";

const defaultAddress = "https://sms.tencentcloudapi.com";
const defaultRegion = "ap-guangzhou";
/** Codes of errors that may pass. */
const passing =
  /^(?:RequestLimitExceeded|InternalError|LimitExceeded\.(?:DeliveryFrequencyLimit|PhoneNumberThirtySecondLimit|PhoneNumberOneHourLimit))/;

export const tencent: TextProvider = {
  // The session context comes back with the answer; it does not keep a message from being sent twice.
  isRepeatable: false,
  lacks: ({ accessKey, secretKey, appId }) => {
    if (accessKey === "") return ["accessKey（SecretId）", "the accessKey (SecretId)"];
    if (secretKey === "") return ["secretKey（SecretKey）", "the secretKey (SecretKey)"];
    return appId === "" ? ["应用ID（SdkAppId）", "the application id (SdkAppId)"] : undefined;
  },
  request: (settings, { id, phone, params }, { now }) => {
    const address = new URL(settings.endpoint === "" ? defaultAddress : settings.endpoint);
    const timestamp = Math.floor(now / 1000);
    const body = JSON.stringify({
      PhoneNumberSet: [`+86${phone}`],
      SmsSdkAppId: settings.appId,
      SignName: settings.signName,
      TemplateId: settings.templateId,
      TemplateParamSet: Object.values(params),
      SessionContext: id,
    });
    const action = "SendSms";
    return {
      url: `${address.origin}/`,
      headers: {
        host: address.host,
        "content-type": contentType,
        "x-tc-action": action,
        "x-tc-version": "2021-01-11",
        "x-tc-timestamp": String(timestamp),
        "x-tc-region": settings.regionId === "" ? defaultRegion : settings.regionId,
        authorization: authorizationOf({ host: address.host, service: "sms", action, body, timestamp }, settings),
      },
      body,
    };
  },
  read: ({ body }) => {
    const response = objectIn(body)?.["Response"];
    if (!isRecord(response)) return { outcome: "unclear" };
    const error = response["Error"];
    const list = response["SendStatusSet"];
    const [first]: readonly unknown[] = Array.isArray(list) ? list : [];
    const outcome = isRecord(error) ? error : isRecord(first) ? first : undefined;
    const code = outcome === undefined ? "" : answerText(outcome, "Code");
    if (outcome === undefined || code === "") return { outcome: "unclear" };
    if (code === "Ok") return { outcome: "accepted", providerId: answerText(outcome, "SerialNo") };
    return { outcome: "refused", isPermanent: !passing.test(code), code, message: answerText(outcome, "Message") };
  },
};
