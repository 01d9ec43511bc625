// A template while it is edited, and what it adds up to.
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
/** What a group is called until somebody gives it a name. */
export const plainTitle = (index: number, type: keyof typeof quTypeText) => `${numerals[index] ?? index + 1}、${quTypeText[type]}`

/** Another row like the last one, since most rows differ in one thing. */
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

/** What the server sent, for the form. */
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

/** What is sent: of each group only what its mode uses. What is still open stays undefined, and the schema says so. */
export function bodyOf({ state: _state, groups, ...form }: TmplForm): Body<typeof tmpl.save> {
  const sent = groups.map(({ key: _key, title, mode, draws, quList }) => ({
    title,
    mode,
    draws: mode === 'draw' ? draws.map(({ key: _row, ...draw }) => draw) : [],
    quList: mode === 'fixed' ? quList.map(({ quId, score }) => ({ quId, score })) : [],
  }))
  return { ...form, groups: sent } as Body<typeof tmpl.save>
}

/** What somebody has written, without what saving it brings. */
export const contentOf = ({ id: _id, version: _version, state: _state, ...content }: TmplForm) => content

const hundredths = (points: number | undefined) => Math.round((points ?? 0) * 100)

/** Questions and points of a group. */
export function groupTotals({ mode, draws, quList }: GroupForm) {
  if (mode === 'fixed') return { quCount: quList.length, score: quList.reduce((sum, one) => sum + hundredths(one.score), 0) / 100 }
  return {
    quCount: draws.reduce((sum, one) => sum + (one.count ?? 0), 0),
    score: draws.reduce((sum, one) => sum + (one.count ?? 0) * hundredths(one.perScore), 0) / 100,
  }
}

/** Questions and points of the whole template. */
export function totals(groups: readonly GroupForm[]) {
  const each = groups.map(groupTotals)
  return {
    quCount: each.reduce((sum, one) => sum + one.quCount, 0),
    score: each.reduce((sum, one) => sum + hundredths(one.score), 0) / 100,
  }
}
