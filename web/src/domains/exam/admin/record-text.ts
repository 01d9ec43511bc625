// What the recordings of an exam take, in words.
import { CLOUD_FROM, type Recorded, recordNeeds, recordPlace, type RecordWhere } from '@shuyuan/contract/exam/record-settings.ts'
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

/**
 * Where recordings go, in words. @param provider the active storage of the site; 'local': this server, which other storage there may be does not take files from browsers
 * @param candidates as far as they are known
 */
export function placeText(where: RecordWhere, what: Recorded, provider: string, candidates?: number): string {
  const hasCloud = provider !== 'local'
  if (!hasCloud) return where === 'cloud' ? t('本站没有启用云存储，录像会存放在本服务器。') : t('录像存放在本服务器。')
  if (where === 'auto' && candidates === undefined)
    return t('超过 {{n}} 人或 {{mbits}} Mbit/s 时录像直传云存储，否则存放在本服务器；发布时会说明。', {
      n: CLOUD_FROM.candidates,
      mbits: CLOUD_FROM.mbits,
    })
  return recordPlace(where, what, candidates ?? 0, hasCloud) === 'cloud' ? t('录像直传云存储。') : t('录像存放在本服务器。')
}
