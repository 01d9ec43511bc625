// The options of one cell, and options that carry their own letters.
import { withoutMarks } from '../../../../kernel/sheet/xlsx-text.ts'

/** `isGuessed`: the letters can be read in two ways. */
export type CellOptions = { options: string[]; isGuessed: boolean }

const sign = String.raw`[.、．:：)）]`
const own = new RegExp(String.raw`^(?:[（(]\s*([A-Z])\s*[)）]|([A-Z])\s*${sign})\s*`)
/** The letter that an option begins with, and the text behind it; undefined where there is none. */
function letteredOption(text: string): { letter: string; text: string } | undefined {
  const found = own.exec(text.trim())
  const letter = found?.[1] ?? found?.[2]
  return found && letter !== undefined ? { letter, text: text.trim().slice(found[0].length) } : undefined
}
const letterAt = (index: number) => String.fromCharCode(65 + index)

const mark = String.raw`(?:[（(]\s*[A-Z]\s*[)）]|[A-Z]\s*${sign})`
/** Behind a space or a sign that separates; elsewhere also behind any other sign, such as a Chinese character. */
const apart = new RegExp(String.raw`(?<=^|[\s；;|｜¦。])${mark}`, 'g')
const close = new RegExp(String.raw`(?<![A-Za-z\d])${mark}`, 'g')
const signOf = (found: string) =>
  /[（(]/.test(found) ? '(' : (/[.、．:：)）]/.exec(found)?.[0] ?? '').replace('．', '.').replace('）', ')')

/** The places of the letters A, B, C … in order, with one sign. */
function placesOf(text: string, of: RegExp): number[] {
  const places: number[] = []
  let one: string | undefined
  for (const { 0: found, index } of text.matchAll(of)) {
    if (/[A-Z]/.exec(found)?.[0] !== letterAt(places.length)) continue
    one ??= signOf(found)
    if (signOf(found) === one) places.push(index)
  }
  return places
}

const between = [/\n+/, /\s*[|｜¦]+\s*/, /\s*[；;]\s*/]
const trimmed = (parts: string[]) => parts.map((one) => one.trim()).filter((one) => one !== '')

function separated(text: string): string[] {
  const parts = between.map((one) => trimmed(text.split(one)))
  return (parts.find((one) => one.length > 1) ?? parts[0] ?? []).map((one) => letteredOption(one)?.text ?? one)
}

/** The options of a cell that has all of them: by their letters A, B, C … where they have such, else in lines, by `|` or by `；`. */
export function optionsIn(cell: string): CellOptions {
  const text = cell.trim()
  const spaced = placesOf(text, apart)
  const all = placesOf(text, close)
  // `A、甲  B、乙  C、丙  D、维生素E、K`: four options that are apart leave no letter to be one
  const places = spaced.length >= 4 || spaced.length >= all.length ? spaced : all
  const isLettered = places.length > 1 && places[0] === 0
  const cut = places.map((from, i) => text.slice(from, places[i + 1]).trim())
  const found = isLettered ? cut.map((one) => letteredOption(one)?.text.replace(/\s*[|｜¦]+$/, '') ?? one) : separated(text)
  // behind every option but the last it separates, elsewhere it is part of the text
  const isBetween = found.length > 1 && found.slice(0, -1).every((one) => /[；;]$/.test(one))
  const isGuessed = isLettered && spaced.length > 1 && spaced.length !== all.length && places === all
  return { options: isBetween ? found.map((one) => one.replace(/[；;]$/, '')) : found, isGuessed }
}

/** Options of columns of their own, without the letters that all of them repeat (`A、甲`, `B、乙`). */
export function withoutLetters(options: string[]): string[] {
  if (!own.test((options[0] ?? '').trimStart())) return options
  const filled = options.map(withoutMarks).flatMap((text, at) => (text.trim() === '' ? [] : [{ text, at }]))
  const isLettered = filled.length > 1 && filled.every(({ text, at }) => letteredOption(text)?.letter === letterAt(at))
  // a letter alone is the option itself
  if (!isLettered || filled.some(({ text }) => letteredOption(text)?.text === '')) return options
  return options.map((one) => letteredOption(one)?.text ?? one)
}
