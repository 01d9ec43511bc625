// Sheets of other systems: people, departments and results.
import { fromWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import type { OldSite, OldUser } from '../old-site.format.ts'
import { wholeName } from '../read/dump-values.format.ts'
import type { Columns, SheetField } from './sheet-columns.format.ts'

/** The rows below the headings of a file. */
export type ReadSheet = { file: string; columns: Columns; rows: readonly { row: number; cells: readonly string[] }[] }

const HISTORY = 'results'
const cellIn = (columns: Columns, cells: readonly string[]) => (field: SheetField) => (cells[columns.get(field) ?? -1] ?? '').trim()
const partsOf = (path: string) => path.split(/\s*[/／\\>＞]\s*/).filter((one) => one !== '')

/** Adds the departments of a path like 总部/一部. @returns the id of the last */
function addPath(site: OldSite, parts: readonly string[]): string {
  let parentId = ''
  for (const name of parts) {
    const id = parentId === '' ? name : `${parentId}/${name}`
    if (!site.departs.some((one) => one.id === id)) site.departs.push({ id, parentId, name })
    parentId = id
  }
  return parentId
}

/** The department that a text names: a path, or the name of one that the sheets have. */
function departOf(site: OldSite, text: string): string {
  const parts = partsOf(text)
  const named = parts.length === 1 ? site.departs.filter((one) => one.name === parts[0]) : []
  return named.length === 1 ? (named[0]?.id ?? '') : addPath(site, parts)
}

export function addDeparts(site: OldSite, { columns, rows }: ReadSheet): void {
  const named = rows.map(({ cells }) => ({ name: cellIn(columns, cells)('depart'), above: cellIn(columns, cells)('above') }))
  const parents = new Map(named.filter((one) => one.above !== '').map((one) => [one.name, one.above]))
  for (const { name } of named) {
    const path = partsOf(name)
    for (let above = parents.get(name); above !== undefined && !path.includes(above); above = parents.get(above))
      path.unshift(...partsOf(above))
    if (path.length > 0) addPath(site, path)
  }
}

function roleOf(text: string): OldUser['role'] {
  if (/教务|管理/.test(text)) return 'academic'
  return /教师|老师|讲师|阅卷/.test(text) ? 'teacher' : 'learner'
}

export function addUsers(site: OldSite, { columns, rows, file }: ReadSheet): void {
  for (const { row, cells } of rows) {
    const cell = cellIn(columns, cells)
    const userName = cell('userName') || cell('mobile')
    if (userName === '') {
      site.left.push({ kind: 'user', id: `${file}#${row}`, title: cell('realName'), why: '没有用户名，也没有手机号' })
      continue
    }
    site.users.push({
      id: userName.toLowerCase(),
      userName,
      realName: cell('realName') || wholeName(cell('firstName'), cell('lastName')) || userName,
      mobile: cell('mobile'),
      email: cell('email'),
      departId: departOf(site, cell('depart')),
      role: roleOf(cell('role')),
      isDisabled: /禁用|停用|冻结|离职/.test(cell('state')),
    })
  }
}

const pointsOf = (text: string): number => {
  const [number] = /\d+(?:\.\d+)?/.exec(text.normalize('NFKC')) ?? []
  return number === undefined ? Number.NaN : Math.round(Number(number) * 100)
}

/** A day, or a day with a time, as people write it. */
function timeOf(text: string): Date | undefined {
  const match = /(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T]+(\d{1,2}):(\d\d)(?::(\d\d))?)?/.exec(text.normalize('NFKC'))
  if (!match) return undefined
  const [, year, month = '', day = '', hour = '0', minute = '00', second = '00'] = match
  const at = fromWallClock(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')} ${hour.padStart(2, '0')}:${minute}:${second}`)
  return Number.isNaN(at.getTime()) ? undefined : at
}

const FULL = 10_000

/** Adds results; an exam of which there are no questions has one that stands for them. */
export function addResults(site: OldSite, { columns, rows, file }: ReadSheet): void {
  const named = file.replace(/\.\w+$/, '')
  const read = rows.map(({ row, cells }) => {
    const cell = cellIn(columns, cells)
    const total = pointsOf(cell('total'))
    return {
      id: `${file}#${row}`,
      title: (cell('exam') || named).slice(0, 90),
      userId: userOf(site, cell),
      score: pointsOf(cell('score')),
      total: Number.isNaN(total) ? 0 : total,
      handTime: timeOf(cell('handTime')),
    }
  })
  for (const [title, results] of Map.groupBy(read, (one) => one.title)) {
    const most = Math.max(...results.map((one) => Math.max(one.total, Number.isNaN(one.score) ? 0 : one.score)))
    const total = results.some((one) => one.total > 0) ? most : Math.max(most, FULL)
    let some = 0
    for (const { id, userId, score, handTime } of results) {
      const why =
        userId === undefined
          ? '用户不明：没有用户名，或姓名不唯一'
          : Number.isNaN(score)
            ? '没有得分'
            : handTime
              ? undefined
              : '没有交卷时间'
      if (why !== undefined || userId === undefined || !handTime) site.left.push({ kind: 'paper', id, title, why: why ?? '' })
      else site.results.push({ id, paperId: title, userId, score, total, handTime, seconds: 0 })
      some += why === undefined ? 1 : 0
    }
    if (some > 0) addExam(site, title, total)
  }
}

function userOf(site: OldSite, cell: (field: SheetField) => string): string | undefined {
  const name = (cell('userName') || cell('mobile')).toLowerCase()
  if (name !== '') return name
  const same = site.users.filter((one) => one.realName === cell('realName'))
  return same.length === 1 ? same[0]?.id : undefined
}

function addExam(site: OldSite, title: string, points: number) {
  if (site.papers.some((one) => one.id === title)) return
  if (!site.banks.some((one) => one.id === HISTORY)) {
    site.banks.push({ id: HISTORY, title: '历史成绩', remark: '迁移的成绩没有试题，以一道题代表' })
    const body = { content: '<p>旧系统的成绩，没有试题。</p>' }
    site.questions.push({ id: HISTORY, bankId: HISTORY, chapter: '', quType: QuType.shortAnswer, level: QuLevel.normal, tags: [], body })
  }
  const groups = [{ title: '总分', picks: [{ questionId: HISTORY, points }] }]
  site.papers.push({ id: title, title, minutes: 0, passScore: 0, from: null, until: null, groups })
}
