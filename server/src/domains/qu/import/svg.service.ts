// Drawings in SVG become PNG pictures: stored files never hold anything that could run in a browser.
import sanitize from 'sanitize-html'
import { pictures } from '../../../kernel/picture.ts'
import type { ReadFile } from '../exchange/exchange.rules.ts'

const shapes = ['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text', 'tspan', 'textPath', 'use', 'image']
const frames = ['svg', 'g', 'defs', 'symbol', 'title', 'desc', 'marker', 'clipPath', 'mask', 'pattern', 'style', 'switch']
const paints = [
  'linearGradient',
  'radialGradient',
  'stop',
  'filter',
  'feGaussianBlur',
  'feOffset',
  'feBlend',
  'feMerge',
  'feMergeNode',
  'feFlood',
]
/** References within the drawing, and pictures that it holds. */
const isOwn = (address: string) => /^\s*#/.test(address) || /^\s*data:image\/(?:png|jpe?g|gif);base64,/i.test(address)
const hasForeign = (value: string) => /url\(\s*['"]?(?!#)|@import|javascript:/i.test(value)

/** A drawing without scripts, pages within it, and references to other files. */
export const cleanSvg = (text: string): string =>
  sanitize(text, {
    allowedTags: [...frames, ...shapes, ...paints],
    allowedAttributes: false,
    allowVulnerableTags: true,
    // addresses are looked at below
    allowedSchemes: ['data'],
    parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
    transformTags: {
      '*': (tagName, attribs) => ({
        tagName,
        attribs: Object.fromEntries(
          Object.entries(attribs).filter(
            ([name, value]) => !/^on/i.test(name) && !hasForeign(value) && (!/(?:^|:)href$|^src$/i.test(name) || isOwn(value)),
          ),
        ),
      }),
    },
    exclusiveFilter: ({ tag, text: inner }) => tag === 'style' && hasForeign(inner),
  })

const MAX_BYTES = 5 * 1024 * 1024
const MAX_PIXELS = 60_000_000
const DENSITY = 144
/** Longest side in pixels. */
const SIDE = 2_000
const SECONDS = 20

export const isSvg = (name: string): boolean => /\.svg$/i.test(name)

/** The drawing as a PNG, twice as large as it says; undefined where it cannot be drawn. */
export async function drawnSvg({ key, name, bytes }: ReadFile): Promise<ReadFile | undefined> {
  if (bytes.length > MAX_BYTES) return undefined
  const svg = cleanSvg(Buffer.from(bytes).toString('utf8'))
  if (!svg.includes('<svg')) return undefined
  const sharp = await pictures()
  try {
    const image = sharp(Buffer.from(svg), { density: DENSITY, limitInputPixels: MAX_PIXELS })
    const drawn = await image
      .resize({ width: SIDE, height: SIDE, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: SECONDS })
      .png()
      .toBuffer()
    return { key, name: name.replace(/\.svg$/i, '.png'), bytes: drawn }
  } catch {
    return undefined
  }
}
