// A change of a JSON value, as the server sends it; docs/formats/http-api.md.

export type Change = { set: unknown } | { in: Record<string, Change> } | { size: number; at: number[]; to: unknown[] } | { size: number; each: [number, Change][] };

/** The value after a change. What did not change is the same object as before. */
export function changed(value: unknown, change: Change): unknown {
  if ('set' in change) {
    return change.set;
  }
  if ('in' in change) {
    const object = { ...(value as Record<string, unknown>) };
    for (const [name, part] of Object.entries(change.in)) {
      object[name] = changed(object[name], part);
    }
    return object;
  }
  const list = (value as unknown[]).slice(0, change.size);
  if ('at' in change) {
    change.at.forEach((place, n) => {
      list[place] = change.to[n];
    });
  } else {
    for (const [place, part] of change.each) {
      list[place] = changed(list[place], part);
    }
  }
  return list;
}
