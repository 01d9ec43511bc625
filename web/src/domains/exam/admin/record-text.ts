// What the recordings of an exam take, in words.
import { type Recorded, recordNeeds } from '@shuyuan/contract/exam/record-settings.ts'
import { t } from '../../../kernel/i18n.ts'

/** The forecast for so many candidates at the same time; `{{least}}` is a quiet room, `{{most}}` what recorders are asked for. */
export function recordText(what: Recorded, candidates: number): string {
  const { line, disk } = recordNeeds(what, candidates)
  return t('{{n}} 名考生同时考试，录像预计每小时 {{diskLeast}}–{{diskMost}} GB，上行 {{lineLeast}}–{{lineMost}} Mbit/s', {
    n: candidates,
    diskLeast: disk.least,
    diskMost: disk.most,
    lineLeast: line.least,
    lineMost: line.most,
  })
}
