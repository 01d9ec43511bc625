// Rewrites HTML that other systems use and the bank does not, so that its words keep their places.

const blocks = 'address|article|aside|center|dd|details|dl|dt|fieldset|figcaption|figure|footer|form|header|legend|main|section|summary'
const blockTag = new RegExp(String.raw`<(/?)(?:${blocks})\b[^<>]*>`, 'gi')
/** Pages within a page: their content cannot be stored, their address can. */
const frame = /<(?:iframe|embed)\b[^<>]*?\ssrc=["'](?:https?:)?(\/\/[^"']*)["'][^<>]*>(?:\s*<\/(?:iframe|embed)>)?/gi
const svg = /<svg\b(?:(?!<svg\b)[\s\S])*?<\/svg>|<svg\b[^<>]*\/>/gi
const isForeign = new RegExp(String.raw`<(?:rt|rp|q|iframe|embed|svg|${blocks})\b`, 'i')

/**
 * Readings above the text (`ruby`) follow it in brackets, quotations have their marks, embedded pages are links, and blocks that the bank
 * does not know are `div`. `hasDrawing`: a drawing within the text was left out.
 */
export function rewrittenHtml(html: string): { html: string; hasDrawing: boolean } {
  if (!isForeign.test(html)) return { html, hasDrawing: false }
  const text = html.replaceAll(svg, '')
  return {
    hasDrawing: text !== html,
    html: text
      .replaceAll(/<rp\b[^<>]*>[^<]*<\/rp>/gi, '')
      .replaceAll(/<rt\b[^<>]*>((?:(?!<rt\b)[\s\S])*?)<\/rt>/gi, '（$1）')
      .replaceAll(/<q\b[^<>]*>/gi, '“')
      .replaceAll(/<\/q>/gi, '”')
      .replaceAll(frame, '<a href="https:$1">https:$1</a>')
      .replaceAll(blockTag, '<$1div>'),
  }
}
