/** Control characters as `\\x1b`: what came over the wire must not move the cursor of a terminal. */
export function escapeControls(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are the point
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`)
}
