// Draws the receipt of an order.
import { GlobalFonts, type SKRSContext2D, createCanvas } from '@napi-rs/canvas'
import { fileURLToPath } from 'node:url'

const FAMILY = 'Shuyuan Receipt'
const fontFiles = ['400Regular/NotoSansSC_400Regular.ttf', '700Bold/NotoSansSC_700Bold.ttf'].map((name) =>
  fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans-sc/${name}`)),
)
/** twice the size on paper, so that it stays sharp when printed */
const SCALE = 2
const WIDTH = 640
const EDGE = 48
const VALUE_AT = 176
const LINE = 30
const GAP = 14
const MOST_LINES = 4
const ink = { text: '#1b1f27', dim: '#596170', line: '#e4e7ed', paper: '#ffffff' }

export type Receipt = { siteName: string; state: string; rows: [name: string, value: string][]; amount: string; note: string }

const fontOf = (size: number, weight = 400) => `${weight} ${size}px "${FAMILY}"`

/** The text in lines of at most `width` pixels; what follows the fourth line is replaced by an ellipsis. */
export function linesOf(text: string, width: number, widthOf: (part: string) => number): string[] {
  const lines = ['']
  for (const sign of text) {
    const line = lines.at(-1) + sign
    if (widthOf(line) <= width || lines.at(-1) === '') lines[lines.length - 1] = line
    else lines.push(sign)
  }
  if (lines.length <= MOST_LINES) return lines
  const last = (lines[MOST_LINES - 1] ?? '').replace(/.$/u, '')
  return [...lines.slice(0, MOST_LINES - 1), `${last}…`]
}

/** @returns a PNG, 1280 pixels wide. Throws when the font cannot be read: without it the picture would have no texts. */
export async function drawReceipt({ siteName, state, rows, amount, note }: Receipt): Promise<Buffer> {
  if (!GlobalFonts.has(FAMILY))
    for (const file of fontFiles) if (!GlobalFonts.registerFromPath(file, FAMILY)) throw new Error(`font not found: ${file}`)
  const measure = createCanvas(1, 1).getContext('2d')
  const wrap = (text: string, font: string, width: number) => {
    measure.font = font
    return linesOf(text, width, (part) => measure.measureText(part).width)
  }
  const head = wrap(siteName, fontOf(18), WIDTH - 2 * EDGE)
  const texts = rows.map(([name, value]) => ({ name, lines: wrap(value, fontOf(18), WIDTH - EDGE - VALUE_AT) }))
  const body = texts.reduce((sum, { lines }) => sum + lines.length * LINE + GAP, 0)
  const height = EDGE + head.length * LINE + 72 + body + 96 + EDGE
  const canvas = createCanvas(WIDTH * SCALE, height * SCALE)
  const pen = canvas.getContext('2d')
  pen.scale(SCALE, SCALE)
  pen.fillStyle = ink.paper
  pen.fillRect(0, 0, WIDTH, height)
  pen.textBaseline = 'top'
  let y = EDGE
  for (const line of head) {
    write(pen, line, EDGE, y, fontOf(18), ink.dim)
    y += LINE
  }
  write(pen, '付款收据', EDGE, y, fontOf(30, 700), ink.text)
  write(pen, state, WIDTH - EDGE, y + 10, fontOf(18, 700), ink.text, 'right')
  y = rule(pen, y + 56)
  for (const { name, lines } of texts) {
    write(pen, name, EDGE, y, fontOf(18), ink.dim)
    for (const line of lines) {
      write(pen, line, VALUE_AT, y, fontOf(18), ink.text)
      y += LINE
    }
    y += GAP
  }
  y = rule(pen, y)
  write(pen, '金额', EDGE, y + 6, fontOf(18), ink.dim)
  write(pen, amount, WIDTH - EDGE, y, fontOf(28, 700), ink.text, 'right')
  write(pen, note, EDGE, y + 52, fontOf(14), ink.dim)
  return canvas.encode('png')
}

function write(pen: SKRSContext2D, text: string, x: number, y: number, font: string, colour: string, align: 'left' | 'right' = 'left') {
  pen.font = font
  pen.fillStyle = colour
  pen.textAlign = align
  pen.fillText(text, x, y)
}

/** A line over the whole width. @returns where the next text begins */
function rule(pen: SKRSContext2D, y: number): number {
  pen.fillStyle = ink.line
  pen.fillRect(EDGE, y, WIDTH - 2 * EDGE, 1)
  return y + 17
}
