// Text inside an attribute of HTML.
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string): string => text.replaceAll(/["&'<>]/g, (letter) => entities[letter] ?? letter)
