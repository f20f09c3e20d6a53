// Key numbers side by side, each with its name.

/** Name, text, and the number itself. */
export type Fact = [name: string, text: string, value: number];

export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl class="facts">
      {facts.map(([name, text, value]) => (
        <div class="fact" key={name}>
          <dt>{name}</dt>
          <dd data-fact={name} data-value={value}>
            {text}
          </dd>
        </div>
      ))}
    </dl>
  );
}
