// The report of a migration: a workbook in Chinese.
import { type SheetCell, writeSheets } from '../../../kernel/sheet/spreadsheet.ts'
import { oldKinds, type OldKind } from '../old-site.format.ts'
import type { Entry, Outcome } from './run.service.ts'

const outcomes: Record<Outcome, string> = {
  made: '新建',
  linked: '本站已有',
  same: '此前已迁移',
  changed: '此前已迁移，旧系统后来改过',
  gone: '已删除',
  refused: '不能迁移',
  left: '不迁移',
}
export const outcomesInOrder = Object.keys(outcomes) as Outcome[]

/** Numbers by kind and outcome. */
export function countsOf(entries: readonly Entry[]): Map<OldKind, Map<Outcome, number>> {
  const counts = new Map<OldKind, Map<Outcome, number>>()
  for (const { kind, outcome } of entries) {
    const of = counts.get(kind) ?? new Map<Outcome, number>()
    of.set(outcome, (of.get(outcome) ?? 0) + 1)
    counts.set(kind, of)
  }
  return counts
}

/** Rows of one sheet that are written; the sums count all. */
const MAX_ROWS = 100_000

/** A workbook: sums, notes, and a sheet for each kind with all that needs a look first. */
export function reportOf({
  title,
  entries,
  notes,
}: {
  title: string
  entries: readonly Entry[]
  notes: readonly string[]
}): Promise<Uint8Array> {
  const counts = countsOf(entries)
  const kinds = (Object.keys(oldKinds) as OldKind[]).filter((kind) => counts.has(kind))
  const sums = kinds.map((kind): SheetCell[] => [oldKinds[kind], ...outcomesInOrder.map((one) => counts.get(kind)?.get(one) ?? 0)])
  const isPlain = ({ outcome, why }: Entry) => (outcome === 'made' || outcome === 'same') && why === ''
  return writeSheets([
    {
      name: '汇总',
      columns: [
        { header: '种类', width: 16 },
        ...outcomesInOrder.map((one) => ({ header: outcomes[one], width: 18, kind: 'number' as const })),
      ],
      rows: sums,
    },
    {
      name: '说明',
      columns: [{ header: title, width: 100 }],
      rows: notes.map((one) => [one]),
    },
    ...kinds.map((kind) => ({
      name: oldKinds[kind],
      columns: [
        { header: '结果', width: 18 },
        { header: '旧系统编号', width: 20 },
        { header: '名称', width: 48 },
        { header: '原因', width: 60 },
      ],
      rows: entries
        .filter((one) => one.kind === kind)
        .toSorted((a, b) => Number(isPlain(a)) - Number(isPlain(b)))
        .slice(0, MAX_ROWS)
        .map((one): SheetCell[] => [outcomes[one.outcome], one.id, one.title, one.why]),
    })),
  ])
}
