// A short tone for each scan, because whoever scans looks at the goods and not at the screen.
import type { Tone } from "./scans.ts";

let audio: AudioContext | undefined;

interface Beep {
  readonly hertz: number;
  readonly seconds: number;
}

const beeps: Readonly<Record<Tone, readonly Beep[]>> = {
  good: [{ hertz: 1320, seconds: 0.08 }],
  again: [
    { hertz: 660, seconds: 0.08 },
    { hertz: 660, seconds: 0.08 },
  ],
  layer: [
    { hertz: 520, seconds: 0.12 },
    { hertz: 390, seconds: 0.12 },
    { hertz: 520, seconds: 0.12 },
  ],
  bad: [
    { hertz: 220, seconds: 0.18 },
    { hertz: 165, seconds: 0.3 },
  ],
};
/** Between two beeps, so that two of one pitch are heard as two. */
const pause = 0.05;

/** Plays the beeps of a verdict; silent where the browser has no sound. */
export function playVerdict(tone: Tone): void {
  if (typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  // It is silent where it began before the page was touched, and after the machine has slept.
  if (audio.state !== "running") void audio.resume();
  let start = audio.currentTime;
  for (const { hertz, seconds } of beeps[tone]) {
    const oscillator = audio.createOscillator();
    const volume = audio.createGain();
    oscillator.type = tone === "bad" ? "square" : "sine";
    oscillator.frequency.value = hertz;
    volume.gain.value = 0.15;
    oscillator.connect(volume).connect(audio.destination);
    oscillator.start(start);
    oscillator.stop(start + seconds);
    start += seconds + pause;
  }
}
