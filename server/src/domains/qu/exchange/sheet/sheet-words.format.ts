// The words of the sheet in English, and the words of other systems for the types.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { typeNames } from './sheet-columns.format.ts'

/** Names of other systems, without 题. */
const otherTypes = new Map<string, number>([
  ['单', QuType.single],
  ['多', QuType.multiple],
  ['是非', QuType.trueFalse],
  ['对错', QuType.trueFalse],
  ['问答', QuType.shortAnswer],
  ['论述', QuType.shortAnswer],
  ['名词解释', QuType.shortAnswer],
  ['不定项', QuType.multiple],
  ['连线', QuType.matching],
  ['配对', QuType.matching],
  ['材料', QuType.composite],
])

/** The types in the English template. */
export const typeNamesEn: Record<number, string> = {
  [QuType.single]: 'Single choice',
  [QuType.multiple]: 'Multiple choice',
  [QuType.trueFalse]: 'True/false',
  [QuType.shortAnswer]: 'Short answer',
  [QuType.fillIn]: 'Fill in the blanks',
  [QuType.matching]: 'Matching',
  [QuType.composite]: 'Composite',
}
const wordsEn: [RegExp, number][] = [
  [/^(?:single(?:choice|answer|select(?:ion)?|correct)?|multiplechoice\(?single(?:answer)?\)?|radio|sc|mcq\(?single\)?)$/, QuType.single],
  [
    /^(?:multiple(?:choice|answers?|select(?:ion)?|response|correct)?|multi(?:choice|select|answer)?|multiplechoice\(?multiple(?:answers?)?\)?|checkbox(?:es)?|mr|ma)$/,
    QuType.multiple,
  ],
  [/^(?:true(?:or|\/|-|and)?false|tf|t\/f|trueorfalse|yes\/?no|judge(?:ment)?|boolean)$/, QuType.trueFalse],
  [/^(?:shortanswers?|essay|open(?:ended)?|longanswer|paragraph|freetext|text)$/, QuType.shortAnswer],
  [/^(?:fill(?:-?in)?(?:-?(?:the|multiple))?(?:-?blanks?)?|fillinthegaps?|blanks?|cloze|fib)$/, QuType.fillIn],
  [/^(?:match(?:ing)?|pairs?|matchthefollowing)$/, QuType.matching],
  [/^(?:composite|casestudy|case|passage|group)$/, QuType.composite],
]

/** The type that a cell names, in Chinese or English; undefined for other words. @param name without spaces (`narrow`) */
export function typeOf(name: string): number | undefined {
  const short = name.replace(/(?:选择)?题$/, '').replace(/^([单多])项$/, '$1选')
  const chinese = typeNames.find(([, full]) => full.replace(/题$/, '') === short)?.[0] ?? otherTypes.get(short)
  const english = name.toLowerCase().replace(/questions?$/, '')
  return chinese ?? wordsEn.find(([word]) => word.test(english))?.[1]
}

/** The delivered levels in English. */
export const levelNamesEn: Record<number, string> = { [QuLevel.normal]: 'Normal', [QuLevel.hard]: 'Hard' }

/** The headings of the template in English; an option's letter follows `Option`. */
export const headingsEn: Record<string, string> = {
  题型: 'Type',
  题干: 'Stem',
  答案: 'Answer',
  解析: 'Analysis',
  难度: 'Level',
  章节: 'Chapter',
  评分规则: 'Scoring',
  序号: 'Number',
  父题序号: 'Parent number',
}
export const headingEn = (header: string): string => headingsEn[header] ?? header.replace(/^选项/, 'Option ')
