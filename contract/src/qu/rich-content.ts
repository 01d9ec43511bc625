// Whether HTML shows anything, and whether two pieces of HTML look the same.

/** A tag; quoted attribute values may hold `>` (formulas do). Unquoted parts stop at `<`, so that broken HTML costs linear time. */
const tag = /<(?:"[^"]*"|'[^']*'|[^'"<>])*>/g
const shown = /^<(?:img|video|audio|iframe|embed|object|canvas|svg|math)\b|\sdata-latex=/i
const shownAnywhere = /<(?:img|video|audio|iframe|embed|object|canvas|svg|math)\b|<\w+\s[^<]*data-latex=/i
const blankEntity = /&(?:nbsp|ensp|emsp|thinsp|zwnj|zwj|#160|#xa0|#8203|#x200b|#12288|#x3000);/gi
/** Zero-width characters, which pasting and input methods can insert. */
export const zeroWidth = /[\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF]/g
const visible = /[^\s\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF]/

/** True where plain text has anything but spaces and characters without width. */
export const hasText = (text: string): boolean => visible.test(text)

/** True where HTML shows something: text, a picture, sound, film or formula. `<p><br></p>` and `&nbsp;` show nothing. */
export function hasContent(html: string): boolean {
  if (!html.includes('<') && !html.includes('&')) return hasText(html)
  return shownAnywhere.test(html) || hasText(html.replace(tag, '').replace(blankEntity, ' '))
}

/** A string that is equal for pieces of HTML that look the same: without markup, with pictures and formulas, spaces collapsed. */
export const sameLook = (html: string): string =>
  html
    .replace(tag, (one) => (shown.test(one) ? one : ''))
    .replace(blankEntity, ' ')
    .replace(zeroWidth, '')
    .replace(/\s+/g, ' ')
    .trim()
