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
/** The default title of a group. */
export const plainTitle = (index: number, type: keyof typeof quTypeText) => `${numerals[index] ?? index + 1}、${quTypeText[type]}`

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
