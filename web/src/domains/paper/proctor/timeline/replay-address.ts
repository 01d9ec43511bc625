// The page of a recording, by what the user may open.
import { can } from '../../../../kernel/access/permission.ts'

const places = { 'paper:evidence': 'evidence', 'exam:watch': 'watch/replay', 'exam:invigilate': 'watch/own-replay' }

/** Undefined without a tag for one of them. */
export function replayAddress(paperId: string): string | undefined {
  const found = Object.entries(places).find(([tag]) => can([tag]))
  return found && `/admin/exam/${found[1]}/${paperId}`
}
