// The scanner, printer or computer that a person signs in on (catalogue "device"): its first sign-in binds it to them, and later ones prove
// that it is the same. What a device is belongs to its area, which implements this.
import { randomBytes } from "node:crypto";
import type { CallOrigin } from "../audit/origin.ts";
import { OAuthError } from "./oauth-error.ts";

/** What a device says of itself with a sign-in. */
interface DeviceSignIn {
  readonly deviceCode: string;
  /** What it was told when it was bound; "" for a device that has not been. */
  readonly secret: string;
  readonly appVersion: string;
}

/** A device that may be used. */
interface AdmittedDevice {
  readonly id: string;
  /** Told once, to the device that this sign-in has bound. */
  readonly secret?: string;
}

interface DevicePerson {
  readonly tenantId: string;
  readonly userId: string;
  readonly account: string;
}

/** The call that signs in, for the log of what it changes. */
interface SignInCall {
  readonly address: string;
  readonly loggedAs: CallOrigin | undefined;
}

export interface Devices {
  /** Binds a device that is new, or recognises one that is bound; otherwise an OAuthError says what is in the way. */
  admit(person: DevicePerson, device: DeviceSignIn, call: SignInCall): Promise<AdmittedDevice>;
}

/** A secret for a device, of 256 bits. */
export const newDeviceSecret = (): string => randomBytes(32).toString("base64url");

/** The device of a token request; undefined where none is named. */
export function deviceIn({
  deviceCode = "",
  deviceSecret = "",
  appVersion = "",
}: Readonly<Record<string, string>>): DeviceSignIn | undefined {
  return deviceCode.trim() === "" ? undefined : { deviceCode: deviceCode.trim(), secret: deviceSecret, appVersion };
}

export const deviceUnknown = () =>
  new OAuthError("invalid_grant", ["设备未登记，请联系管理员", "This device is not registered; ask an administrator"]);
export const deviceDisabled = () =>
  new OAuthError("invalid_grant", ["设备已停用，请联系管理员", "This device is disabled; ask an administrator"]);
export const deviceOfOthers = () =>
  new OAuthError("invalid_grant", ["设备已绑定其他人员，请先重置设备", "This device is bound to somebody else; it has to be reset first"]);
export const deviceNotProved = () =>
  new OAuthError("invalid_grant", ["设备密钥不正确，请先重置设备", "The secret of this device is not right; it has to be reset first"]);
