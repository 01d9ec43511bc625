// What an operator watches of the exams.
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import type { App } from '../../kernel/ctx.ts'
import { addFigure } from '../../kernel/metrics/figure.ts'
import { saveCounts } from './attempt/save/save.service.ts'
import { sweepHealth } from './sweep.service.ts'

export function addPaperFigures(app: App) {
  addFigure(app, {
    name: 'papers_open',
    help: 'Open papers of the site.',
    kind: 'gauge',
    read: async () => {
      // both states of the index paper_open, as constants
      const { rows } = await sql<{ open: number }>`select count(*) filter (where state = ${sql.lit(PaperState.open)})::int as open
        from paper where state in (${sql.lit(PaperState.prepared)}, ${sql.lit(PaperState.open)})`.execute(app.db)
      return [{ value: rows[0]?.open ?? 0 }]
    },
  })
  addFigure(app, {
    name: 'answers_saved_total',
    help: 'Answers that this process has committed.',
    kind: 'counter',
    read: () => [{ value: saveCounts(app).saved }],
  })
  addFigure(app, {
    name: 'save_statements_total',
    help: 'Statements that committed them; many answers share one while the hall is busy.',
    kind: 'counter',
    read: () => [{ value: saveCounts(app).statements }],
  })
  addFigure(app, {
    name: 'paper_close_lag_seconds',
    help: 'How long the oldest overdue paper had waited when the last sweep of this process closed it.',
    kind: 'gauge',
    read: () => [{ value: sweepHealth(app).lagMs / 1_000 }],
  })
}
