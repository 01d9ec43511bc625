// Parts of a QTI 1.2 package that are the same for all questions: texts, facts of an item, the manifest.
import { QuType, type QuestionBody } from '@shuyuan/contract/qu/content.ts'
import type { Portable } from '../exchange.rules.ts'

/** Characters that XML 1.0 cannot contain. */
// eslint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
export const xmlText = (text: string): string =>
  text.toWellFormed().replaceAll(forbidden, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
export const quoted = (text: string): string => xmlText(text).replaceAll('"', '&quot;').replaceAll('\n', ' ')

/** A text, or HTML, as material. */
export const material = (text: string, isHtml = false): string =>
  `<material><mattext texttype="text/${isHtml ? 'html' : 'plain'}">${xmlText(text)}</mattext></material>`

/** Labels of the fields that this product reads again; the first is that of Common Cartridge. */
export const FACTS = { chapter: 'cc_question_category', level: 'shuyuan_level', tag: 'shuyuan_tag', part: 'shuyuan_part' } as const
/** Between what all parts of a composite repeat and a part's own text; other systems show a line. */
export const DIVIDER = '<hr class="shuyuan-part"/>'

/** @param part of a composite: its name, number and how many there are */
export function factsOf({ chapter, level, tags }: Pick<Portable, 'chapter' | 'level' | 'tags'>, part?: string): string {
  const field = (label: string, entry: string) =>
    `<qtimetadatafield><fieldlabel>${label}</fieldlabel><fieldentry>${xmlText(entry)}</fieldentry></qtimetadatafield>`
  return [
    field(FACTS.chapter, chapter),
    field(FACTS.level, String(level)),
    ...tags.map((tag) => field(FACTS.tag, tag)),
    part === undefined ? '' : field(FACTS.part, part),
  ].join('')
}

const gap = /（\d+）____/g
/** Whether a composite is a text with lists in its gaps, as it is read from one. */
export const isListOfGaps = ({ content, subs }: QuestionBody): boolean =>
  subs.length > 0 &&
  (content.match(gap) ?? []).join() === subs.map((_sub, at) => `（${at + 1}）____`).join() &&
  subs.every(
    (sub, at) =>
      sub.quType === QuType.single &&
      sub.content === `<p>第（${at + 1}）空</p>` &&
      sub.weight === subs[0]?.weight &&
      sub.analysis === '' &&
      sub.rule.penalty === undefined &&
      sub.options.every((one) => !one.pinned && !one.image),
  )

const packaging = 'http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1'
/** The manifest of a package with one file of questions. */
export function manifestOf12(title: string, path: string, files: string[]): string {
  const resources = files.map(
    (file, at) => `<resource identifier="f${at + 1}" type="webcontent" href="${quoted(file)}"><file href="${quoted(file)}"/></resource>`,
  )
  const depends = files.map((_file, at) => `<dependency identifierref="f${at + 1}"/>`).join('')
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="MANIFEST" xmlns="${packaging}" xmlns:imsmd="http://www.imsglobal.org/xsd/imsmd_v1p2" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<metadata><schema>IMS Content</schema><schemaversion>1.1.3</schemaversion><imsmd:lom><imsmd:general><imsmd:title><imsmd:langstring xml:lang="zh-CN">${xmlText(title)}</imsmd:langstring></imsmd:title></imsmd:general></imsmd:lom></metadata>
<organizations/>
<resources>
<resource identifier="bank" type="imsqti_xmlv1p2" href="${path}"><file href="${path}"/>${depends}</resource>
${resources.join('\n')}
</resources>
</manifest>
`
}
