/** At most so many characters of a text, and how many it has. */
export const shorten = (text: string, most: number, unit: string = 'chars'): string =>
  text.length > most ? `${text.slice(0, most)}… (${text.length} ${unit})` : text
