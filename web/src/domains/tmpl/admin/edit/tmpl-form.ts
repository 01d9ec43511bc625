// The form values of a template, and its totals.
import type { Body, Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { quTypeText, type QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { type tmpl, TmplState } from '@shuyuan/contract/tmpl/tmpl.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { newKey } from '../../../qu/admin/editor/question-draft.ts'

export type DrawRow = {
  key: string
  repoId: string | undefined
  chapterId: string
  quType: keyof typeof quTypeText
  level: QuLevel | null
  count: number | undefined
  /** points */
  perScore: number | undefined
}
export type FixedRow = { quId: string; score: number | undefined; quType: number; title: string; level: number }
export type GroupForm = { key: string; title: string; mode: 'fixed' | 'draw'; draws: DrawRow[]; quList: FixedRow[] }
export type TmplForm = {
  id?: string
  version?: number
  /** 1: published */
  state: number
  title: string
  remark: string
  quShuffle: boolean
  optionShuffle: boolean
  groups: GroupForm[]
}

const numerals = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十']
const numeral = (index: number) => numerals[index] ?? String(index + 1)
/** The title of a group of one type. */
const plainTitle = (index: number, type: keyof typeof quTypeText) => `${numeral(index)}、${quTypeText[type]}`

type Titled = Pick<GroupForm, 'title' | 'mode'> & { draws: readonly Pick<DrawRow, 'quType'>[]; quList: readonly Pick<FixedRow, 'quType'>[] }
const MIXED = '综合题'
const typesOf = ({ mode, draws, quList }: Titled) => [...new Set((mode === 'fixed' ? quList : draws).map((one) => one.quType))]

/** The title that the content gives a group: its type, or the word for several; undefined without content. */
function contentTitle(index: number, group: Titled): string | undefined {
  const [first, ...others] = typesOf(group)
  if (first === undefined) return undefined
  return others.length > 0 ? `${numeral(index)}、${MIXED}` : plainTitle(index, first as keyof typeof quTypeText)
}

const endings = [MIXED, ...Object.values(quTypeText)]
/** Whether the title was not written by hand: it is the one of the content, or of an empty group any that a content could have given. */
const isFollowing = (index: number, group: Titled) =>
  group.title === (contentTitle(index, group) ?? endings.map((one) => `${numeral(index)}、${one}`).find((one) => one === group.title))

/** A changed group with the title of its new content, unless the title was written by hand. */
export function retitled(index: number, after: GroupForm, before: GroupForm): GroupForm {
  if (after.title !== before.title || !isFollowing(index, before)) return after
  return { ...after, title: contentTitle(index, after) ?? after.title }
}

/** Groups in a new order, each with the number of its new place, unless the title was written by hand. */
export const renumbered = (after: readonly GroupForm[], before: readonly GroupForm[]): GroupForm[] =>
  after.map((group, to) => {
    const from = before.findIndex((one) => one.key === group.key)
    if (from === to || from < 0 || !isFollowing(from, group)) return group
    return { ...group, title: numeral(to) + group.title.slice(numeral(from).length) }
  })

/** A new draw rule with the values of the last one, because most rules differ in one value. */
export const newDraw = (like?: DrawRow): DrawRow => ({
  repoId: undefined,
  chapterId: '',
  quType: QuType.single,
  level: null,
  count: 10,
  perScore: 2,
  ...like,
  key: newKey(),
})
export const newGroup = (index: number): GroupForm => ({
  key: newKey(),
  title: plainTitle(index, 1),
  mode: 'draw',
  draws: [newDraw()],
  quList: [],
})
export const firstForm = (): TmplForm => ({
  state: TmplState.draft,
  title: '',
  remark: '',
  quShuffle: true,
  optionShuffle: true,
  groups: [newGroup(0)],
})

/** Questions of one type at most, in a form that begins with a bank. */
const MOST = 50
const SHORT_SCORE = 10
/** Papers end with what takes longest. */
const LAST: readonly number[] = [QuType.shortAnswer, QuType.composite]
/**
 * The form of a new template that draws from a bank: one group for each type that the bank has.
 * @param title the bank's
 * @param stocks the number of questions by type
 */
export function formOfBank(repoId: string, title: string, stocks: readonly { quType: keyof typeof quTypeText; stock: number }[]): TmplForm {
  const groups = stocks
    .filter(({ stock }) => stock > 0)
    .toSorted((a, b) => LAST.indexOf(a.quType) - LAST.indexOf(b.quType))
    .map(({ quType, stock }, index) => {
      const perScore = LAST.includes(quType) ? SHORT_SCORE : 2
      const draw = newDraw({ key: '', repoId, chapterId: '', quType, level: null, count: Math.min(stock, MOST), perScore })
      return { key: newKey(), title: plainTitle(index, quType), mode: 'draw' as const, draws: [draw], quList: [] }
    })
  return groups.length === 0 ? firstForm() : { ...firstForm(), title, groups }
}

/** Form values of the server's data. */
export const formOf = ({ id, version, state, title, remark, quShuffle, optionShuffle, groups }: Data<typeof tmpl.detail>): TmplForm => ({
  id,
  version,
  state,
  title,
  remark,
  quShuffle,
  optionShuffle,
  groups: groups.map((group) => ({
    key: newKey(),
    title: group.title,
    mode: group.mode,
    draws: (group.draws ?? []).map(({ stock: _stock, ...draw }) => ({
      ...draw,
      chapterId: draw.chapterId ?? '',
      level: draw.level ?? null,
      key: newKey(),
    })),
    quList: group.quList ?? [],
  })),
})

/** The request body: of each group only the fields of its mode. Missing values stay undefined, and the schema reports them. */
export function bodyOf({ state: _state, groups, ...form }: TmplForm): Body<typeof tmpl.save> {
  const sent = groups.map(({ key: _key, title, mode, draws, quList }) => ({
    title,
    mode,
    draws: mode === 'draw' ? draws.map(({ key: _row, ...draw }) => draw) : [],
    quList: mode === 'fixed' ? quList.map(({ quId, score }) => ({ quId, score })) : [],
  }))
  return { ...form, groups: sent } as Body<typeof tmpl.save>
}

/** The values that the user edits, without those that saving changes. */
export const contentOf = ({ id: _id, version: _version, state: _state, ...content }: TmplForm) => content

const hundredths = (points: number | undefined) => Math.round((points ?? 0) * 100)

/** Number of questions and points of a group. */
export function groupTotals({ mode, draws, quList }: GroupForm) {
  if (mode === 'fixed') return { quCount: quList.length, score: quList.reduce((sum, one) => sum + hundredths(one.score), 0) / 100 }
  return {
    quCount: draws.reduce((sum, one) => sum + (one.count ?? 0), 0),
    score: draws.reduce((sum, one) => sum + (one.count ?? 0) * hundredths(one.perScore), 0) / 100,
  }
}

/** Number of questions and points of the whole template. */
export function totals(groups: readonly GroupForm[]) {
  const each = groups.map(groupTotals)
  return {
    quCount: each.reduce((sum, one) => sum + one.quCount, 0),
    score: each.reduce((sum, one) => sum + hundredths(one.score), 0) / 100,
  }
}
