// Rich text: sanitized when it is stored; the web sanitizes it again.
import sanitize from 'sanitize-html'

const allowed: sanitize.IOptions = {
  allowedTags: [
    'p br hr div span h1 h2 h3 h4 h5 h6 blockquote pre code ul ol li a',
    'strong b em i u s sub sup mark img video audio source',
    'table colgroup col thead tbody tr th td',
  ].flatMap((names) => names.split(' ')),
  allowedAttributes: {
    '*': ['style', 'class', 'data-type', 'data-latex', 'data-name', 'data-size'],
    a: ['href', 'target', 'rel', 'download'],
    img: ['src', 'alt', 'width', 'height'],
    video: ['src', 'controls', 'width', 'height', 'poster'],
    audio: ['src', 'controls'],
    source: ['src', 'type'],
    td: ['colspan', 'rowspan', 'colwidth'],
    th: ['colspan', 'rowspan', 'colwidth'],
    ol: ['start'],
  },
  allowedStyles: {
    '*': {
      'text-align': [/^(left|right|center|justify)$/],
      color: [/^(#[\da-f]{3,8}|rgb\([\d\s,]+\)|[a-z]+)$/i],
      'background-color': [/^(#[\da-f]{3,8}|rgb\([\d\s,]+\)|[a-z]+)$/i],
      width: [/^\d+(px|%)$/],
      'min-width': [/^\d+px$/],
    },
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https', 'data'] },
  transformTags: { a: sanitize.simpleTransform('a', { rel: 'noopener noreferrer', target: '_blank' }) },
}

/** Removes everything that could run or load: scripts, event handlers, frames, all but a few styles. */
export const cleanHtml = (text: string) => (text.includes('<') ? sanitize(text, allowed) : text)

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** The plain text of a rich text, for lists, search and comparison; a formula becomes its source, a picture 【图】. */
export const plainText = (text: string) =>
  text
    .replaceAll(/<span[^>]*data-latex="([^"]*)"[^>]*>.*?<\/span>/g, ' $1 ')
    .replaceAll(/<img[^>]*>/g, '【图】')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_all, name: string) => entities[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
