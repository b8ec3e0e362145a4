const separator = ', ';

/** A recorded answer in the visitor's language. The names of a multi-select are translated one by one; unknown ones stay. */
export const showAnswer = (recorded: string, shown: Readonly<Record<string, string>>): string =>
  recorded
    .split(separator)
    .map((name) => shown[name] ?? name)
    .join(separator);
