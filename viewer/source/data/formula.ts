// Derived figures: a formula over the columns of a table, such as "self / calls".

export type Formula = (read: (name: string) => number) => number;

type Token = { text: string; kind: 'number' | 'name' | 'sign' };

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const pattern = /\s*(?:(\d+(?:\.\d*)?(?:[eE][+-]?\d+)?)|([A-Za-z_][\w.]*)|([-+*/()]))/y;
  for (let place = 0; place < text.trimEnd().length; place = pattern.lastIndex) {
    pattern.lastIndex = place;
    const found = pattern.exec(text);
    if (!found) {
      throw new Error(`"${text.slice(place).trim()}" is neither a number, a column nor one of + - * / ( )`);
    }
    tokens.push(found[1] !== undefined ? { text: found[1], kind: 'number' } : found[2] !== undefined ? { text: found[2], kind: 'name' } : { text: found[3]!, kind: 'sign' });
  }
  return tokens;
}

/** Reads a formula; throws an Error for people. Names are those given; the result of a division by zero is not a number. */
export function readFormula(text: string, names: string[]): Formula {
  const tokens = tokensOf(text);
  let place = 0;
  const take = (sign: string) => tokens[place]?.text === sign && tokens[place]!.kind === 'sign' && (place += 1) > 0;
  const value = (depth: number): Formula => {
    const token = tokens[place];
    if (depth > 50) {
      throw new Error('There are too many parentheses.');
    }
    if (take('-')) {
      const of = value(depth + 1);
      return (read) => -of(read);
    }
    if (take('(')) {
      const inner = sum(depth + 1);
      if (!take(')')) {
        throw new Error('A closing parenthesis is missing.');
      }
      return inner;
    }
    place += 1;
    if (token?.kind === 'number') {
      const number = Number(token.text);
      return () => number;
    }
    if (token?.kind === 'name' && names.includes(token.text)) {
      return (read) => read(token.text);
    }
    throw new Error(token?.kind === 'name' ? `There is no column "${token.text}"; there are ${names.join(', ')}.` : token ? `A number or a column should stand before "${token.text}".` : 'The formula is not complete.');
  };
  const product = (depth: number): Formula => {
    let left = value(depth);
    for (;;) {
      const before = left;
      if (take('*')) {
        const right = value(depth);
        left = (read) => before(read) * right(read);
      } else if (take('/')) {
        const right = value(depth);
        left = (read) => (right(read) === 0 ? NaN : before(read) / right(read));
      } else {
        return left;
      }
    }
  };
  const sum = (depth: number): Formula => {
    let left = product(depth);
    for (;;) {
      const before = left;
      if (take('+')) {
        const right = product(depth);
        left = (read) => before(read) + right(read);
      } else if (take('-')) {
        const right = product(depth);
        left = (read) => before(read) - right(read);
      } else {
        return left;
      }
    }
  };
  const result = sum(0);
  if (place < tokens.length) {
    throw new Error(`"${tokens[place]!.text}" is one too many.`);
  }
  return result;
}
