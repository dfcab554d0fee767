// API scopes: paths that only holders of a scope may call (docs/wire.md §8).

/** A pattern of paths as stored, and the id of its scope. */
export interface ApiScope {
  readonly id: string;
  readonly scopePath: string;
}

/** A scope with what its pattern matches. */
export interface PathScope {
  readonly id: string;
  readonly covers: (path: string) => boolean;
}

/**
 * "/a/*.txt", "/a/**": segments of letters, digits and the usual marks; `*` within a segment, `**` as a whole one, `?` for one character.
 */
const wellFormed = /^(?:\/(?:\*\*|(?:[\w.\-~]|\?|\*(?!\*))+))+$/;

/** Whether a text is a pattern of paths. */
export function isPathPattern(text: string): boolean {
  return wellFormed.test(text);
}

const anyNumber = "**";

/** Whether a segment matches a pattern of one segment. Only the last star backtracks, so that no path takes long, whatever the pattern. */
function fits(pattern: string, segment: string): boolean {
  let [place, at, star, tried] = [0, 0, -1, 0];
  while (at < segment.length) {
    const wanted = pattern[place];
    if (wanted === "*") {
      star = place;
      tried = at;
      place += 1;
    } else if (wanted === "?" || wanted === segment[at]) {
      place += 1;
      at += 1;
    } else if (star >= 0) {
      tried += 1;
      at = tried;
      place = star + 1;
    } else return false;
  }
  return [...pattern.slice(place)].every((rest) => rest === "*");
}

/** Which paths a pattern matches, as Blade and Ant read it: `/a/**` is /a and everything below. */
export function pathMatcher(text: string): (path: string) => boolean {
  const segments = text.split("/").slice(1);
  return (path) => {
    const parts = path.split("/").slice(1);
    // Positions in the pattern that the parts so far lead to: each part is checked once for each, however many stars there are.
    const open = (places: ReadonlySet<number>): ReadonlySet<number> => {
      const reachable = new Set(places);
      for (const place of reachable) if (segments[place] === anyNumber) reachable.add(place + 1);
      return reachable;
    };
    let places = open(new Set([0]));
    for (const part of parts) {
      const next = [...places].flatMap((place) => {
        const segment = segments[place];
        if (segment === undefined) return [];
        if (segment === anyNumber) return [place];
        return fits(segment, part) ? [place + 1] : [];
      });
      places = open(new Set(next));
    }
    return places.has(segments.length);
  };
}

/** The scopes of the platform, compiled. An invalid pattern covers nothing. */
export function pathScopes(scopes: readonly ApiScope[]): readonly PathScope[] {
  return scopes.filter(({ scopePath }) => isPathPattern(scopePath)).map(({ id, scopePath }) => ({ id, covers: pathMatcher(scopePath) }));
}

/** Below the path of a list: its rows as a file, and their figures. */
const ofList = /\/(?:export|charts)$/u;

/**
 * Whether holders of these scopes may call a path: one that no scope covers is open, any other to who holds one that does. What shows the rows
 * of a list in another form asks for what the list asks for as well.
 */
export function mayCallPath(scopes: readonly PathScope[], granted: ReadonlySet<string>, path: string): boolean {
  const list = path.replace(ofList, "");
  return [...new Set([list, path])].every((one) => {
    const covering = scopes.filter(({ covers }) => covers(one));
    return covering.length === 0 || covering.some(({ id }) => granted.has(id));
  });
}
