// Equations that are objects in Word: LaTeX, or a mark in their place and a warning that says where they are.
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { letterOf, type ReadQuestion, warn } from '../exchange.rules.ts'
import { mathTypeLatex } from './mtef.format.ts'

/** Stands where the equation was. */
export const UNREAD = '【未能读取的公式】'

const object = /<w:object\b[^>]*>[\s\S]*?<\/w:object>/g

const relation = /<Relationship\b[^>]*>/g
const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The names of the parts that a document refers to, by the numbers of its relations. */
const partsOf = (relations: string) =>
  new Map(
    [...relations.matchAll(relation)].map(([tag]) => [attribute(tag, 'Id'), `word/${attribute(tag, 'Target').replace(/^\/word\//, '')}`]),
  )

/**
 * Replaces the equation objects of MathType and of the old equation editor (`Equation.DSMT4`, `Equation.3`) with `\(…\)`, and marks those
 * that cannot be read.
 * @param relations the relations of the document @param part the bytes of a part of the package
 */
export function withMathType(xml: string, relations: string, part: (name: string) => Uint8Array | undefined): string {
  const names = partsOf(relations)
  return xml.replaceAll(object, (whole) => {
    const ole = /<o:OLEObject\b[^>]*>/i.exec(whole)?.[0] ?? ''
    if (!/ProgID="Equation\b/i.test(ole)) return whole
    const bytes = part(names.get(attribute(ole, 'r:id')) ?? '')
    const latex = bytes && mathTypeLatex(bytes)
    if (latex === '') return ''
    return `<w:t xml:space="preserve">${latex === undefined ? UNREAD : escape(String.raw`\(${latex}\)`)}</w:t>`
  })
}

const countIn = (text: string | undefined) => (text ?? '').split(UNREAD).length - 1

/** Warns at every part of a question with such a mark. */
export function withWarnings(question: ReadQuestion): ReadQuestion {
  const { row, body, problems } = question
  const parts: [field: string, text: string][] = [
    ['题干', body.content ?? ''],
    ...(body.options ?? []).map((one, at): [string, string] => [`选项${letterOf(at)}`, one.content]),
    ['答案', [body.modelAnswer ?? '', ...(body.blanks ?? []).map((one) => one.answer)].join('')],
    ['解析', body.analysis ?? ''],
  ]
  const found = parts.filter(([, text]) => text.includes(UNREAD))
  return {
    ...question,
    problems: [...problems, ...found.map(([field, text]) => warn(row, field, say('equationUnread', { n: countIn(text) })))],
  }
}
