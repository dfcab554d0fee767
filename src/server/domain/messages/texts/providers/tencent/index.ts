// Texts by Tencent Cloud: SendSms of the version 2021-01-11.
import { isRecord } from "#schema/json";
import type { TextProvider } from "../provider.ts";
import { objectIn, textIn } from "../answers.ts";
import { authorizationOf, contentType } from "./signature.ts";

const usualAddress = "https://sms.tencentcloudapi.com";
const usualRegion = "ap-guangzhou";
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
    const address = new URL(settings.endpoint === "" ? usualAddress : settings.endpoint);
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
        "x-tc-region": settings.regionId === "" ? usualRegion : settings.regionId,
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
    const said = isRecord(error) ? error : isRecord(first) ? first : undefined;
    const code = said === undefined ? "" : textIn(said, "Code");
    if (said === undefined || code === "") return { outcome: "unclear" };
    if (code === "Ok") return { outcome: "accepted", providerId: textIn(said, "SerialNo") };
    return { outcome: "refused", isPermanent: !passing.test(code), code, message: textIn(said, "Message") };
  },
};
