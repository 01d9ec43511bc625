// Sheets of quiz games (Kahoot, Quizizz/Wayground, Blooket, Gimkit): numbered answers with the numbers of the right ones, as rows of the template.
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { quTypeText } from '@shuyuan/contract/qu/qu.ts'
import type { SheetRow } from '../../../../kernel/sheet/spreadsheet.ts'
import { withoutMarks } from '../../../../kernel/sheet/xlsx-text.ts'
import { isVerdict } from './sheet-parse.format.ts'
import { narrow } from './sheet-text.format.ts'

/** Rows above the headings: the template of Kahoot has seven. */
const MAX_ABOVE = 12
const fields: [RegExp, string][] = [
  [/^QUESTION(?:TEXT)?$/, 'stem'],
  [/^QUESTIONTYPE$/, 'type'],
  [/^CORRECTANSWERS?$/, 'key'],
  [/^(?:ANSWER)?EXPLANATION$/, 'analysis'],
  [/^IMAGELINK$/, 'image'],
  [/^TIME/, 'time'],
]
const numbered = /^(?:ANSWER|OPTION)(\d)$/
const wrong = /^INCORRECTANSWER(\d)$/
const types: [RegExp, number][] = [
  [/^(?:MULTIPLECHOICE|MCQ|SINGLE(?:CHOICE|ANSWER)?|QUIZ)$/, QuType.single],
  [/^(?:CHECKBOX(?:ES)?|MULTIPLE(?:ANSWERS?|SELECT|RESPONSE))$/, QuType.multiple],
  [/^(?:TRUEORFALSE|TRUEFALSE)$/, QuType.trueFalse],
  [/^FILLINTHEBLANKS?$|^BLANKS?$|^TYPEANSWER$/, QuType.fillIn],
  [/^OPENENDED$|^ESSAY$/, QuType.shortAnswer],
]

/** A heading without its remark: `Answer 1 - max 75 characters`, `Correct answer(s) - choose at least one`. */
const bareName = (text: string) =>
  narrow(withoutMarks(text).replace(/\s[-–—]\s.*$/s, ''))
    .replace(/\(.*$/, '')
    .toUpperCase()

type Places = { at: Map<string, number>; answers: number[]; isGimkit: boolean }

function placesIn(row: SheetRow): Places | undefined {
  const names = row.cells.map(bareName)
  const at = new Map<string, number>()
  for (const [place, name] of names.entries()) {
    const field = fields.find(([word]) => word.test(name))?.[1]
    if (field !== undefined && !at.has(field)) at.set(field, place)
  }
  const inOrder = (word: RegExp) => names.flatMap((name, place) => (word.test(name) ? [place] : []))
  const [answers, others] = [inOrder(numbered), inOrder(wrong)]
  const key = at.get('key')
  if (!at.has('stem') || key === undefined) return undefined
  if (others.length > 0) return { at, answers: [key, ...others], isGimkit: true }
  return answers.length > 1 ? { at, answers, isGimkit: false } : undefined
}

const numbers = /^\d(?:\s*[,;，；、\s]\s*\d)*$/
const letters = (key: string) => [...new Set(key.match(/\d/g))].map((one) => String.fromCharCode(64 + Number(one))).join('')

/** The type of a row; a word that is no type of ours stays, so that the row says so. */
function typeOf(named: string, key: string, options: string[]): string {
  const word = narrow(named).replaceAll(/[-_/]/g, '').toUpperCase()
  const known = types.find(([one]) => one.test(word))?.[1]
  if (named.trim() !== '' && known === undefined) return named.trim()
  const isChoice = known === undefined || known === QuType.single || known === QuType.trueFalse
  if (!isChoice) return quTypeText[known as QuType]
  if (key.length > 1) return quTypeText[QuType.multiple]
  return quTypeText[options.length === 2 && options.every(isVerdict) ? QuType.trueFalse : QuType.single]
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const withPicture = (stem: string, address: string) =>
  /^https?:\/\/\S+$/.test(address)
    ? `<p>${escape(withoutMarks(stem)).replaceAll('\n', '<br>')}</p><img src="${escape(address)}" alt="">`
    : stem

/**
 * The rows of the template that such a sheet means, headings first, with their numbers; undefined for any other sheet. A question of Kahoot
 * with several right answers takes each of them alone; it becomes a multiple choice, with a warning.
 */
export function quizRows(rows: readonly SheetRow[]): { rows: SheetRow[]; notes: Message[] } | undefined {
  const head = rows.slice(0, MAX_ABOVE + 1).findIndex((row) => placesIn(row) !== undefined)
  const found = rows[head]
  const places = found && placesIn(found)
  if (!places) return undefined
  const { at, answers, isGimkit } = places
  const cell = (row: SheetRow, place: number | undefined) => (place === undefined ? '' : (row.cells[place] ?? ''))
  const plain = (row: SheetRow, field: string) => withoutMarks(cell(row, at.get(field))).trim()
  const given = rows
    .slice(head + 1)
    .filter((row) => (plain(row, 'stem') !== '' || answers.some((place) => cell(row, place).trim() !== '')) && !isHelp(plain(row, 'stem')))
  // keys that are no numbers are those of another program
  if (!isGimkit && !given.every((row) => plain(row, 'key') === '' || numbers.test(plain(row, 'key')))) return undefined
  let several = 0
  const written = given.map((row): SheetRow => {
    const options = answers.map((place) => cell(row, place))
    const filled = options.map((one) => withoutMarks(one).trim()).filter((one) => one !== '')
    const key = isGimkit ? 'A' : letters(plain(row, 'key'))
    const named = plain(row, 'type')
    const type = typeOf(named, key, filled)
    const isBlank = type === quTypeText[QuType.fillIn]
    if (named === '' && key.length > 1) several += 1
    const answer = isBlank ? filled.map((one) => one.replaceAll('||', String.raw`\||`)).join('||') : key
    const stem = withPicture(cell(row, at.get('stem')), plain(row, 'image'))
    return { row: row.row, cells: [type, stem, ...(isBlank ? options.map(() => '') : options), answer, cell(row, at.get('analysis'))] }
  })
  const header = ['题型', '题干', ...answers.map((_place, i) => `选项${String.fromCharCode(65 + i)}`), '答案', '解析']
  return {
    rows: [{ row: found.row, cells: header }, ...written],
    notes: [...(at.has('time') ? [say('quizTimes')] : []), ...(several > 0 ? [say('quizAnyOf', { n: several })] : [])],
  }
}
/** The row below the headings of Quizizz, which explains them. */
const isHelp = (stem: string) => /^text of the question/i.test(stem)
