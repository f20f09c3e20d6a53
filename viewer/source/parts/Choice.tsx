// One of a few possibilities, as a row of buttons.

interface ChoiceProps {
  name: string;
  value: string;
  choices: [value: string, text: string][];
  onChoose: (value: string) => void;
}

export function Choice({ name, value, choices, onChoose }: ChoiceProps) {
  return (
    <div class="choice" role="group" aria-label={name}>
      <span class="choice-name">{name}</span>
      {choices.map(([choice, text]) => (
        <button key={choice} aria-pressed={choice === value} data-choice={choice} onClick={() => onChoose(choice)}>
          {text}
        </button>
      ))}
    </div>
  );
}
