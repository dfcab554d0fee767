// API scopes: paths that only holders of a scope may call (contract §8, catalogue `api-scope`).

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

/** "/a/*.txt", "/a/**": segments of letters, digits and the usual marks; `*` within a segment, `**` as a whole one, `?` for one character. */
const wellFormed = /^(?:\/(?:\*\*|(?:[\w.\-~]|\?|\*(?!\*))+))+$/;

/** Whether a text is a pattern of paths. */
export function isPathPattern(text: string): boolean {
  return wellFormed.test(text);
}

type Segment = "any number" | ((segment: string) => boolean);

function segmentOf(text: string): Segment {
  if (text === "**") return "any number";
  const pattern = new RegExp(`^${text.replaceAll(".", "\\.").replaceAll(/\*+/g, "[^/]*").replaceAll("?", "[^/]")}$`);
  return (segment) => pattern.test(segment);
}

/** Which paths a pattern matches, as Blade and Ant read it: `/a/**` is /a and everything below. */
export function pathMatcher(text: string): (path: string) => boolean {
  const segments = text.split("/").slice(1).map(segmentOf);
  return (path) => {
    const parts = path.split("/").slice(1);
    // Places in the pattern that the parts so far lead to: each part is looked at once for each, however many stars there are.
    const open = (places: ReadonlySet<number>): ReadonlySet<number> => {
      const found = new Set(places);
      for (const place of found) if (segments[place] === "any number") found.add(place + 1);
      return found;
    };
    let places = open(new Set([0]));
    for (const part of parts) {
      const next = [...places].flatMap((place) => {
        const segment = segments[place];
        if (segment === undefined) return [];
        if (segment === "any number") return [place];
        return segment(part) ? [place + 1] : [];
      });
      places = open(new Set(next));
    }
    return places.has(segments.length);
  };
}

/** The scopes of the platform, ready to be asked. A pattern that is none covers nothing. */
export function pathScopes(scopes: readonly ApiScope[]): readonly PathScope[] {
  return scopes.filter(({ scopePath }) => isPathPattern(scopePath)).map(({ id, scopePath }) => ({ id, covers: pathMatcher(scopePath) }));
}

/** Whether holders of these scopes may call a path: one that no scope covers is open, any other to who holds one that does. */
export function mayCallPath(scopes: readonly PathScope[], held: ReadonlySet<string>, path: string): boolean {
  const covering = scopes.filter(({ covers }) => covers(path));
  return covering.length === 0 || covering.some(({ id }) => held.has(id));
}
