// A captcha: loaded when first required, on a click, and after each failure.
import { useCallback, useEffect, useRef, useState } from "react";
import { failureOf } from "../api/failure.ts";
import type { Captcha } from "../api/dialect.ts";
import { newCaptcha } from "./sign-in.ts";

export interface CaptchaState {
  /** undefined while loading, or when loading failed. */
  readonly captcha: Captcha | undefined;
  readonly isMissing: boolean;
  readonly renew: () => void;
}

/** `isRequested`: whether the server wants characters read at all. */
export function useCaptcha(isRequested: boolean): CaptchaState {
  const [captcha, setCaptcha] = useState<Captcha>();
  const [isMissing, setMissing] = useState(false);
  const running = useRef<AbortController | undefined>(undefined);
  const renew = useCallback(() => {
    if (!isRequested) return;
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setMissing(false);
    newCaptcha(controller.signal).then(setCaptcha, (error: unknown) => {
      if (failureOf(error).silent) return;
      setCaptcha(undefined);
      setMissing(true);
    });
  }, [isRequested]);
  useEffect(() => {
    renew();
    return () => running.current?.abort();
  }, [renew]);
  return { captcha, isMissing, renew };
}
