// Texts of the dialog that scans codes for stock documents, in English.
import type { texts as zh } from "./scanning.zh.ts";

export const texts: typeof zh = {
  scanning: {
    code: "Code",
    hint: "Point the scanner at a barcode, or type a code and press Enter",
    ready: "Ready to scan",
    sending: "Checking…",
    accepted: "Accepted",
    line: "{{scanned}} / {{num}}",
    overview: "{{accepted}} accepted, {{refused}} refused this time",
    waiting: "{{num}} codes are not sent yet",
    failed: "The codes were not sent. Nothing is lost; they are sent as soon as this works again",
    retry: "Send again",
    lines: "Lines of the document",
    noLines: "The document has no lines",
    linesFailed: "The lines could not be loaded",
    batch: "Batch {{batch}}",
    history: "Scanned this time",
    noHistory: "What you scan is listed here",
    undo: "Undo last",
    undone: "Undone",
    close: "Close",
    leave: "{{num}} codes are not sent yet. They are kept on this device and sent when you next scan for this document. Close anyway?",
    sound: "Sound",
    soundOn: "Sound on",
    soundOff: "Sound off",
  },
};
