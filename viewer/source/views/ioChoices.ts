// What the view I/O shows of several possibilities at several places: words with dots between them, in any order.

/** The first of the possible words that was chosen; empty: none. */
export function chosenIn(show: string, possible: string[]): string {
  return show.split('.').find((word) => possible.includes(word)) ?? '';
}

/** The same choices but for one place, where another word (or none) is chosen. */
export function withChoice(show: string, possible: string[], word: string): string {
  return [...show.split('.').filter((one) => one && !possible.includes(one)), ...(word ? [word] : [])].join('.');
}
