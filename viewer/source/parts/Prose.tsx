// A sentence, with what is typed on a terminal as such: between backticks.

export function Prose({ text }: { text: string }) {
  return <>{text.split('`').map((part, place) => (place % 2 === 1 ? <code key={place}>{part}</code> : part))}</>;
}
