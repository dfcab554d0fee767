// Renders a life cycle as SVG: each state is a vertical line, each transition an arrow in its own row, so that nothing crosses a label.
import { html, type Content, type Html } from "./html.ts";
import type { LifeCycle, Transition } from "./life-cycle.ts";
import type { Page } from "./page.ts";
import { words } from "./words.ts";

const boxHeight = 30;
const headTop = 24;
const rowHeight = 40;
const margin = 16;

/** Approximate width of a text at 13 px: font metrics are not available here. */
function widthOf(text: string): number {
  return [...text].reduce((sum, character) => sum + (/[\u2e80-\uffff]/u.test(character) ? 13.5 : 7.4), 0);
}

function arrowHead(x: number, y: number, direction: 1 | -1): Html {
  return html`<path class="head" d="M${x},${y} l${-direction * 8},-4.5 v9 z"/>`;
}

interface Place {
  readonly x: (state: string) => number;
  readonly width: number;
}

/** The arrow of one transition at the height y, with its dots and its name. */
function arrow(transition: Transition, y: number, { x, width }: Place, label: string): Html {
  const { from, to, isManual } = transition;
  const isLoop = to !== undefined && from.length === 1 && from[0] === to;
  const origins = from.filter((name) => name !== to).map(x);
  const parts: Content[] = [];
  let middle: number;
  if (to === undefined) {
    // Returns to where it was: the arrow only leaves, its name gives the target.
    const [start = margin] = origins;
    parts.push(html`<path class="line" d="M${start},${y} h26"/>`, arrowHead(start + 34, y, 1));
    middle = start + 17;
  } else if (isLoop) {
    const at = x(to);
    parts.push(html`<path class="line" d="M${at},${y - 6} h22 v12 h-14"/>`, arrowHead(at, y + 6, -1));
    middle = at + 22;
  } else {
    const end = x(to);
    // A row that was not there comes from the left of everything.
    const starts = origins.length === 0 ? [Math.max(margin, end - 70)] : origins;
    const [left, right] = [Math.min(...starts), Math.max(...starts)];
    if (left < end) parts.push(html`<path class="line" d="M${left},${y} H${end - 8}"/>`, arrowHead(end, y, 1));
    if (right > end) parts.push(html`<path class="line" d="M${right},${y} H${end + 8}"/>`, arrowHead(end, y, -1));
    middle = (Math.min(left, end) + Math.max(right, end)) / 2;
    if (origins.length === 0) parts.push(html`<circle class="open" cx="${starts[0]}" cy="${y}" r="4"/>`);
    if (from.includes(to)) parts.push(html`<circle class="dot" cx="${end}" cy="${y}" r="4"/>`);
  }
  const half = widthOf(label) / 2;
  const at = Math.min(Math.max(middle, half + 4), width - half - 4);
  return html`<g class="${isManual ? "manual" : "automatic"}">${parts}${origins.map((origin) => html`<circle class="dot" cx="${origin}" cy="${y}" r="4"/>`)}<text class="name" x="${at.toFixed(1)}" y="${y - (isLoop ? 12 : 8)}">${label}</text></g>
`;
}

/** The label of a transition in the diagram. */
function transitionName(transition: Transition, { say }: Page): string {
  const name = transition.label === undefined ? transition.name : say(transition.label);
  return transition.toField === undefined ? name : `${name} → ${transition.toField}`;
}

/** The middle of each state: as close as their boxes allow, and as the names of arrows between neighbours need. */
function middles({ states, transitions }: LifeCycle, boxes: readonly number[], names: readonly string[]): readonly number[] {
  const indexOf = (name: string) => states.findIndex((state) => state.name === name);
  const centers: number[] = [];
  boxes.forEach((box, index) => {
    const before = centers[index - 1];
    if (before === undefined) {
      centers.push(margin + box / 2);
      return;
    }
    const between = transitions.flatMap(({ from, to }, which) => {
      const ends = [...from, to ?? ""].map(indexOf);
      return Math.min(...ends) === index - 1 && Math.max(...ends) === index ? [widthOf(names[which] ?? "") + 22] : [];
    });
    centers.push(before + Math.max(((boxes[index - 1] ?? 0) + box) / 2 + 14, ...between));
  });
  return centers;
}

/** The diagram, as wide as its states need. */
export function stateDiagram(cycle: LifeCycle, page: Page): Html {
  const { say } = page;
  const { states, transitions } = cycle;
  const names = transitions.map((transition) => transitionName(transition, page));
  const boxes = states.map((state) => Math.max(64, widthOf(say(state.label)) + 24));
  const at = middles(cycle, boxes, names);
  const width = Math.max((at.at(-1) ?? 0) + (boxes.at(-1) ?? 0) / 2 + margin, ...names.map((name) => widthOf(name) + 16));
  const places = new Map(states.map((state, index) => [state.name, at[index] ?? margin]));
  const place: Place = { x: (state) => places.get(state) ?? margin, width };
  const bottom = headTop + boxHeight + rowHeight * transitions.length + 20;
  return html`<svg class="states" width="${Math.ceil(width)}" height="${bottom + 4}" viewBox="0 0 ${Math.ceil(width)} ${bottom + 4}" role="img" aria-label="${say(words.stateDiagram)}">
${states.map((state, index) => {
  const x = place.x(state.name);
  const box = boxes[index] ?? 64;
  return html`<g class="state ${state.colour ?? "default"}${state.isFinal ? " final" : ""}"><line class="life" x1="${x}" y1="${headTop + boxHeight}" x2="${x}" y2="${bottom}"/>${state.isInitial && html`<circle class="start" cx="${x}" cy="7" r="5"/><path class="start-line" d="M${x},12 V${headTop}"/>`}<rect x="${x - box / 2}" y="${headTop}" width="${box}" height="${boxHeight}" rx="6"/><text x="${x}" y="${headTop + 20}">${say(state.label)}</text></g>
`;
})}${transitions.map((transition, index) => arrow(transition, headTop + boxHeight + rowHeight * (index + 1) - 2, place, names[index] ?? ""))}</svg>`;
}
