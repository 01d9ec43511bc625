// The words of the site: what it is chooses how texts name it, its parts and its people (docs/decisions/0191).
import type { SiteKind } from '@shuyuan/contract/kernel/site-kind.ts'
import { store } from '../state/store.ts'
import { wordedLabels } from './worded-labels.ts'

/** Texts name the site 本单位, its parts 部门 and its people 学员; in English your organisation, department and learner. */
type Words = { site: string; part?: string; person?: string }
const chinese: Record<SiteKind, Words> = {
  none: { site: '本单位' },
  company: { site: '本企业', person: '员工' },
  school: { site: '本校', part: '班级', person: '学生' },
  hotel: { site: '本酒店' },
  hospital: { site: '本院', part: '科室' },
  examiner: { site: '本机构', person: '考生' },
}
type Noun = readonly [one: string, many: string]
const english: Record<SiteKind, { site: string; part?: Noun; person?: Noun }> = {
  none: { site: 'organisation' },
  company: { site: 'company', person: ['employee', 'employees'] },
  school: { site: 'school', part: ['class', 'classes'], person: ['student', 'students'] },
  hotel: { site: 'hotel' },
  hospital: { site: 'hospital' },
  examiner: { site: 'examination office', person: ['candidate', 'candidates'] },
}

/** Wordings that are given letter for letter; they are the same on every site. */
const fixed = new Set(['学员首页', '部门不能为空！', 'Learner home', 'Please choose a department!'])

const kind = store<SiteKind>('none')
/** Chooses the words of all texts from now on. */
export const setSiteKind = (next: SiteKind): void => kind.set(next)
export const useSiteKind = (): SiteKind => kind.use()

const inChinese = (text: string, { site, part, person }: Words) =>
  text
    .replaceAll('本单位', site)
    .replaceAll('部门', part ?? '部门')
    .replaceAll('学员', person ?? '学员')

const startsWithVowel = /^[aeiou]/
const nounsOf = (text: string, name: string, noun: Noun | undefined) =>
  noun === undefined
    ? text
    : text.replaceAll(
        new RegExp(`\\b(?:(an?) )?(${name})(s?)\\b`, 'gi'),
        (_all, article: string | undefined, word: string, many: string) => {
          const next = many === '' ? noun[0] : noun[1]
          const cased = /^[A-Z]/.test(word) ? next.charAt(0).toUpperCase() + next.slice(1) : next
          if (article === undefined) return cased
          return `${article.charAt(0)}${startsWithVowel.test(next) ? 'n' : ''} ${cased}`
        },
      )

const inEnglish = (text: string) => {
  const { site, part, person } = english[kind.get()]
  return nounsOf(nounsOf(text.replaceAll('your organisation', `your ${site}`), 'department', part), 'learner', person)
}

const wordsOf = (text: string) => (/[\u4E00-\u9FFF]/.test(text) ? inChinese(text, chinese[kind.get()]) : inEnglish(text))

/**
 * A text in the words of the site. What stands in quotation marks (names, cells of sheets) and the given wordings stay as they are.
 * @param text a text of the product without values, in Chinese or English
 */
export function worded(text: string): string {
  if (kind.get() === 'none' || fixed.has(text)) return text
  return text.replaceAll(/“[^”]*”|[^“]+/g, (piece) => (piece.startsWith('“') ? piece : wordsOf(piece)))
}

/** Whether a Chinese label is one of the contract that the words change; data of the site are not. */
export const isWorded = (label: string): boolean => kind.get() !== 'none' && wordedLabels.has(label)
