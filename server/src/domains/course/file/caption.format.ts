// Reads WebVTT and SRT, and writes WebVTT with what every player shows: times, place and text of each caption.
import { say } from '@shuyuan/contract/course/course.server.texts.ts'
import type { Message } from '@shuyuan/contract/kernel/message.ts'

type Cue = { from: number; to: number; settings: string; lines: string[] }
/** `refused`: the reason with the line, as the sender's file numbers it */
export type ReadCaptions = { text: string; cues: number } | { refused: Message }

const ARROW = '-->'
const SHOWN = 60
/** hours are optional in WebVTT; SRT has a comma */
const time = String.raw`(?:(\d{1,4}):)?([0-5]?\d):([0-5]?\d)(?:[.,](\d{1,3}))?`
const timing = new RegExp(String.raw`^\s*${time}\s*-->\s*${time}(?:\s+(.*))?$`)
/** of WebVTT; `region` names what is not kept */
const setting = /^(?:vertical:(?:rl|lr)|(?:line|position|size):-?\d[\d.]*%?(?:,[a-z-]+)?|align:(?:start|center|end|left|right))$/

/** Milliseconds of the groups of `time`. */
const millisOf = ([hours = '0', minutes = '0', seconds = '0', rest = '']: (string | undefined)[]) =>
  ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + Number(rest.padEnd(3, '0'))

const two = (value: number) => String(value).padStart(2, '0')
const written = (ms: number) =>
  `${two(Math.floor(ms / 3_600_000))}:${two(Math.floor(ms / 60_000) % 60)}:${two(Math.floor(ms / 1_000) % 60)}.${String(ms % 1_000).padStart(3, '0')}`

/** Without colours, fonts, classes and the braces of SubStation; bold, italic, underlined, voices and readings stay. */
const plain = (line: string) =>
  line
    .replaceAll(/\{\\[^{}]*\}/g, '')
    .replaceAll(/<\/?([a-z][a-z\d]*)\b[^<>]*>/gi, (tag, name: string) => {
      const kept = name.toLowerCase()
      if (!/^(?:b|i|u|ruby|rt|v)$/.test(kept)) return ''
      return kept === 'v' ? tag : `<${tag.startsWith('</') ? '/' : ''}${kept}>`
    })
    // what is no tag is a sign of the text; times within a caption begin with a digit
    .replaceAll(/<(?!\/?(?:b|i|u|ruby|rt|v)\b|\d)/g, '&lt;')
    .trimEnd()

const placed = (settings = '') =>
  settings
    .split(/\s+/)
    .filter((one) => setting.test(one))
    .join(' ')

/** Blocks are divided by empty lines. `at`: the number of the first line. */
function blocksOf(lines: readonly string[]) {
  const blocks: { at: number; lines: string[] }[] = []
  let isOpen = false
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') isOpen = false
    else if (isOpen) blocks.at(-1)!.lines.push(line)
    else {
      blocks.push({ at: at + 1, lines: [line] })
      isOpen = true
    }
  }
  return blocks
}

const isAside = (line: string) => /^(?:NOTE|STYLE|REGION)(?:\s|$)/.test(line)
const quoted = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text)

function cueOf({ at, lines }: { at: number; lines: string[] }): Cue | { refused: Message } {
  // a name or number may stand above the times
  const head = lines[0]!.includes(ARROW) ? 0 : 1
  const line = at + head
  const written = lines[head]
  const found = timing.exec(written ?? '')
  if (written === undefined || !found)
    return { refused: say('captionTime', { line: written === undefined ? at : line, text: quoted(written ?? lines[0]!) }) }
  const [from, to] = [millisOf(found.slice(1, 5)), millisOf(found.slice(5, 9))]
  if (to <= from) return { refused: say('captionOrder', { line }) }
  const text = lines.slice(head + 1)
  const arrow = text.findIndex((one) => one.includes(ARROW))
  if (arrow >= 0) return { refused: say('captionGap', { line: line + 1 + arrow }) }
  return { from, to, settings: placed(found[9]), lines: text.map(plain).filter((one) => one !== '') }
}

/** Reads a whole file. The captions are sorted by their beginning; those without a text are left out. */
export function readCaptions(sent: string): ReadCaptions {
  const lines = sent.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  const isVtt = /^WEBVTT(?:[ \t]|$)/.test(lines[0]!)
  const blocks = blocksOf(lines)
  // the head of WebVTT ends with the first empty line, or with the first times
  if (isVtt) {
    const rest = blocks[0]!.lines.findIndex((line) => line.includes(ARROW))
    if (rest < 0) blocks.shift()
    else blocks[0] = { at: rest + 1, lines: blocks[0]!.lines.slice(rest) }
  } else if (blocks[0] && !blocks[0].lines.slice(0, 2).some((line) => line.includes(ARROW)))
    return { refused: say('captionHead', { line: blocks[0].at, text: quoted(blocks[0].lines[0]!) }) }
  const cues: Cue[] = []
  for (const block of blocks) {
    if (isVtt && isAside(block.lines[0]!)) continue
    const cue = cueOf(block)
    if ('refused' in cue) return cue
    if (cue.lines.length > 0) cues.push(cue)
  }
  if (cues.length === 0) return { refused: say('captionNone') }
  cues.sort((a, b) => a.from - b.from)
  const text = cues.map(({ from, to, settings, lines: words }) =>
    [`${written(from)} ${ARROW} ${written(to)}${settings === '' ? '' : ` ${settings}`}`, ...words].join('\n'),
  )
  return { text: `${['WEBVTT', ...text].join('\n\n')}\n`, cues: cues.length }
}
