// Keys in the response processing, and points of pairs in items of several interactions.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { describe, expect, test } from 'vitest'
import { judge } from '../exchange.rules.ts'
import { parseItem } from './qti-parse.format.ts'
import { isMessage } from '@shuyuan/contract/kernel/message.ts'

function read(declarations: string, body: string, processing = '') {
  const xml = `<assessmentItem identifier="i" title="t" adaptive="false" timeDependent="false">${declarations}<itemBody>${body}</itemBody>${processing}</assessmentItem>`
  const item = parseItem(xml)
  if (item === null || isMessage(item)) throw new Error('no item')
  const judged = judge({ row: 1, quType: item.quType, body: item.body, problems: [] })
  return { type: item.quType, body: judged.body, hasError: judged.hasError, notes: item.notes.map((one) => one.zh) }
}
const declared = (cardinality: string, type: string, id = 'R') =>
  `<responseDeclaration identifier="${id}" cardinality="${cardinality}" baseType="${type}"/>`
const value = (of: string, type = 'identifier') => `<variable identifier="R"/><baseValue baseType="${type}">${of}</baseValue>`
const match = (of: string, type = 'identifier') => `<match>${value(of, type)}</match>`
const score = (points: number) => `<setOutcomeValue identifier="SCORE"><baseValue baseType="float">${points}</baseValue></setOutcomeValue>`
const when = (test: string, points = 1, name = 'responseIf') => `<${name}>${test}${score(points)}</${name}>`
const rules = (...branches: string[]) =>
  `<responseProcessing><responseCondition>${branches.join('')}</responseCondition></responseProcessing>`
const choices = ['a', 'b', 'c'].map((id) => `<simpleChoice identifier="${id}">项${id}</simpleChoice>`).join('')
const choice = `<choiceInteraction responseIdentifier="R" maxChoices="1"><prompt>哪个？</prompt>${choices}</choiceInteraction>`
const entry = '<p>几？<textEntryInteraction responseIdentifier="R"/></p>'

describe('a key that only the rules have', () => {
  test('of a choice; what must not hold, and what gives fewer points, is none', () => {
    const single = read(declared('single', 'identifier'), choice, rules(when(match('b')), when(match('c'), 0.5, 'responseElseIf')))
    expect([single.hasError, single.body.options.map((one) => one.isRight)]).toEqual([false, [false, true, false]])
    const both = `<and>${match('a')}<not>${match('b')}</not>${match('c')}</and>`
    const multiple = read(declared('multiple', 'identifier'), choice, rules(when(both)))
    expect([multiple.type, multiple.body.options.map((one) => one.isRight)]).toEqual([QuType.multiple, [true, false, true]])
  })

  test('of a text with several spellings, and of a number within bounds', () => {
    const words = rules(when(match('Paris', 'string')), when(match('paris', 'string'), 1, 'responseElseIf'))
    expect(read(declared('single', 'string'), entry, words).body.blanks).toMatchObject([{ answer: 'Paris||paris' }])
    const bounds = `<and><gte>${value('3.13', 'float')}</gte><lte>${value('3.15', 'float')}</lte></and>`
    expect(read(declared('single', 'float'), entry, rules(when(bounds))).body.blanks).toMatchObject([
      { answer: '3.14', compare: 'number', tolerance: 0.01 },
    ])
  })

  test('is not taken where the declaration has one, or the rules give no points', () => {
    const own = declared('single', 'identifier').replace('/>', '><correctResponse><value>a</value></correctResponse></responseDeclaration>')
    expect(read(own, choice, rules(when(match('b')))).body.options.map((one) => one.isRight)).toEqual([true, false, false])
    expect(read(declared('single', 'identifier'), choice, rules(when(match('b'), 0))).hasError).toBe(true)
  })
})

test('unequal points of pairs are told for each part, also where the item has no rules', () => {
  const pairs = (id: string, points: number[]) => {
    const entries = ['x m', 'y n'].map((key, i) => `<mapEntry mapKey="${key}" mappedValue="${points[i]}"/>`).join('')
    const right = '<correctResponse><value>x m</value><value>y n</value></correctResponse>'
    return `<responseDeclaration identifier="${id}" cardinality="multiple" baseType="directedPair">${right}<mapping defaultValue="0">${entries}</mapping></responseDeclaration>`
  }
  const set = (...ids: string[]) =>
    `<simpleMatchSet>${ids.map((id) => `<simpleAssociableChoice identifier="${id}" matchMax="1">${id}</simpleAssociableChoice>`).join('')}</simpleMatchSet>`
  const matching = (id: string) =>
    `<matchInteraction responseIdentifier="${id}" maxAssociations="2"><prompt>配</prompt>${set('x', 'y')}${set('m', 'n')}</matchInteraction>`
  const uneven = ['各对的分值不同，导入后每对分值相同']
  expect(read(pairs('P', [1, 0.5]) + pairs('Q', [1, 1]), matching('P') + matching('Q')).notes).toEqual(uneven)
  expect(read(pairs('P', [1, 0.5]), matching('P')).notes).toEqual(uneven)
  expect(read(pairs('P', [1, 1]) + pairs('Q', [1, 1]), matching('P') + matching('Q')).notes).toEqual([])
})
