// Paths of SVG on a coarser grid: drawings of 1024 units with decimals, which nobody sees at the size of a letter, take twice the bytes.

/** How many numbers each command takes. */
const arity: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 };

interface Step {
  readonly command: string;
  readonly numbers: readonly number[];
}

/** The commands of a path, one for each group of numbers. The flags of an arc may stand without spaces. */
function stepsOf(path: string): readonly Step[] {
  const steps: Step[] = [];
  for (const [, command = "", text = ""] of path.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const count = arity[command.toLowerCase()];
    if (count === undefined) throw new Error(`a path has the command "${command}"`);
    const numbers: number[] = [];
    let rest = text;
    for (let place = 0; rest.trim() !== ""; place += 1) {
      const isFlag = count === 7 && (place % 7 === 3 || place % 7 === 4);
      const [all = "", number = ""] = (isFlag ? /^[\s,]*([01])/ : /^[\s,]*([+-]?(?:\d+\.?\d*|\.\d+))/).exec(rest) ?? [];
      if (number === "") throw new Error(`a path goes on with "${rest}"`);
      numbers.push(Number(number));
      rest = rest.slice(all.length);
    }
    if (count === 0) steps.push({ command, numbers });
    for (let from = 0; count > 0 && from < numbers.length; from += count) {
      // Further points of a move are lines.
      const isLine = from > 0 && command.toLowerCase() === "m";
      steps.push({ command: isLine ? (command === "m" ? "l" : "L") : command, numbers: numbers.slice(from, from + count) });
    }
  }
  return steps;
}

/** Numbers side by side: a minus separates as well as a space. */
function joined(numbers: readonly number[]): string {
  return numbers
    .map((number, index) => (index === 0 || number < 0 || Object.is(number, -0) ? "" : " ") + String(number === 0 ? 0 : number))
    .join("");
}

/** The path in units of which `grid` old ones make one, each point where it was, to half a unit: errors do not add up. */
export function onGrid(path: string, grid: number): string {
  const rounded = (value: number) => Math.round(value / grid);
  let written = "";
  let last = "";
  // Where the path is, exactly and as written.
  let [x, y, startX, startY] = [0, 0, 0, 0];
  let [atX, atY, startAtX, startAtY] = [0, 0, 0, 0];
  const write = (command: string, numbers: readonly number[]) => {
    const text = joined(numbers);
    const separator = command !== last ? command : text.startsWith("-") ? "" : " ";
    written += separator + text;
    last = command === "m" ? "l" : command;
  };
  const moveTo = (toX: number, toY: number) => {
    [x, y, atX, atY] = [toX, toY, rounded(toX), rounded(toY)];
  };
  for (const { command, numbers } of stepsOf(path)) {
    const lower = command.toLowerCase();
    const [fromX, fromY] = command === lower ? [x, y] : [0, 0];
    if (lower === "z") {
      write("z", []);
      last = "";
      [x, y, atX, atY] = [startX, startY, startAtX, startAtY];
    } else if (lower === "h") {
      const to = fromX + (numbers[0] ?? 0);
      write("h", [rounded(to) - atX]);
      moveTo(to, y);
    } else if (lower === "v") {
      const to = fromY + (numbers[0] ?? 0);
      write("v", [rounded(to) - atY]);
      moveTo(x, to);
    } else if (lower === "a") {
      const [rx = 0, ry = 0, turn = 0, large = 0, sweep = 0, toX = 0, toY = 0] = numbers;
      const radius = (value: number) => Math.round((value / grid) * 10) / 10;
      const [endX, endY] = [fromX + toX, fromY + toY];
      const flags = `${joined([radius(rx), radius(ry), turn])} ${large}${sweep}`;
      const end = joined([rounded(endX) - atX, rounded(endY) - atY]);
      written += `a${flags}${end}`;
      last = "";
      moveTo(endX, endY);
    } else {
      const points = Array.from({ length: numbers.length / 2 }, (_point, index) => {
        const [px = 0, py = 0] = numbers.slice(index * 2, index * 2 + 2);
        return [fromX + px, fromY + py] as const;
      });
      write(
        lower,
        points.flatMap(([px, py]) => [rounded(px) - atX, rounded(py) - atY]),
      );
      const [endX, endY] = points.at(-1) ?? [x, y];
      moveTo(endX, endY);
      if (lower === "m") [startX, startY, startAtX, startAtY] = [x, y, atX, atY];
    }
  }
  return written;
}
