// Rich text: sanitized when it is stored; the web sanitizes it again.
import type { Ctx } from './ctx.ts'
import sanitize from 'sanitize-html'

const allowed: sanitize.IOptions = {
  allowedTags: [
    'p br hr div span h1 h2 h3 h4 h5 h6 blockquote pre code ul ol li a',
    'strong b em i u s sub sup mark img video audio source',
    'table colgroup col thead tbody tr th td',
  ].flatMap((names) => names.split(' ')),
  allowedAttributes: {
    '*': ['style', 'data-type', 'data-latex', 'data-name', 'data-size'],
    a: ['href', 'target', 'rel', 'download'],
    img: ['src', 'alt', 'width', 'height'],
    video: ['src', 'controls', 'width', 'height', 'poster'],
    audio: ['src', 'controls'],
    source: ['src', 'type'],
    td: ['colspan', 'rowspan', 'colwidth'],
    th: ['colspan', 'rowspan', 'colwidth'],
    ol: ['start'],
  },
  // the editor writes no other class
  allowedClasses: { code: ['language-*'] },
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

/** The origins from which pages show pictures, sound and video: this site and the configured storage. */
export const shownFrom = ({ app, request }: Pick<Ctx, 'app' | 'request'>): string[] => [request.origin, ...app.runtime.mediaHosts]

const HERE = 'http://here.invalid'
const isForeign = (address: string | undefined, hosts: readonly string[]) => {
  if (address === undefined || !URL.canParse(address, HERE)) return false
  const { origin, protocol } = new URL(address, HERE)
  return protocol.startsWith('http') && origin !== HERE && !hosts.includes(origin)
}

/** In the place of a picture or recording that pages would not load: a link that names it, so that the author sees what is missing. */
const named =
  (what: string, hosts: readonly string[]): sanitize.Transformer =>
  (tagName, { poster, ...attribs }) => {
    const { src = '' } = attribs
    if (!isForeign(src, hosts))
      return { tagName, attribs: poster === undefined || isForeign(poster, hosts) ? attribs : { ...attribs, poster } }
    return {
      tagName: 'a',
      attribs: { href: src, rel: 'noopener noreferrer', target: '_blank' },
      text: `［外部${what}，请上传后插入：${src.slice(0, 200)}］`,
    }
  }

const allowedWith = (hosts: readonly string[]): sanitize.IOptions => ({
  ...allowed,
  transformTags: { ...allowed.transformTags, img: named('图片', hosts), video: named('视频', hosts), audio: named('音频', hosts) },
  exclusiveFilter: ({ tag, attribs }) => tag === 'source' && isForeign(attribs.src, hosts),
})

/**
 * Removes everything that could run or load: scripts, event handlers, frames, all but a few styles and classes.
 * @param hosts from where pages show pictures (`shownFrom`): others become links; without it the text's pictures are not looked at
 */
export const cleanHtml = (text: string, hosts?: readonly string[]) =>
  text.includes('<') ? sanitize(text, hosts ? allowedWith(hosts) : allowed) : text

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

const kinds = new Map([
  ['img', '【图】'],
  ['audio', '【音频】'],
  ['video', '【视频】'],
])
const FORMULA_END = '</span>'

/**
 * The plain text of a rich text, for lists, search and comparison; a formula becomes its source, a picture 【图】, sound and film 【音频】 and 【视频】.
 * Takes a time that grows with the length of the text, whatever it is: learners write such texts.
 */
export function plainText(text: string): string {
  // words and tags in turns
  const pieces = text.split(/(<[^<>]*>)/)
  const lastEnd = pieces.lastIndexOf(FORMULA_END)
  let inFormula = false
  const shown = pieces.map((piece, at) => {
    if (inFormula) {
      inFormula = piece !== FORMULA_END
      return ''
    }
    if (at % 2 === 0) return piece
    const source = piece.startsWith('<span') ? /data-latex="([^"]*)"/.exec(piece)?.[1] : undefined
    inFormula = source !== undefined && at < lastEnd
    return source === undefined ? (kinds.get(/^<(\w+)/.exec(piece)?.[1] ?? '') ?? ' ') : ` ${source} `
  })
  return shown
    .join('')
    .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_all, name: string) => entities[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Lines of plain text as paragraphs of rich text: markup in them stays text. */
export const paragraphsOf = (lines: readonly string[]): string =>
  lines.map((line) => `<p>${line.trim().replaceAll(/[&<>"]/g, (sign) => signs[sign] ?? '')}</p>`).join('')
