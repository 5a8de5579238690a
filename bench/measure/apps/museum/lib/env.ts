/** A variable, or the value that is good enough on the machine of a developer. */
export const env = (name: string, otherwise: string): string => process.env[name] || otherwise
