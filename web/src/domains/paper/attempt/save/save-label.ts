// Label of the save state (ui.md): 已保存 12:03:04, 保存中, 离线，3 题待上传.
import { t } from '../../../../kernel/i18n.ts'
import type { QueueView } from './queue.ts'

export type SaveLabel = { kind: 'idle' | 'saving' | 'saved' | 'offline' | 'refused'; text: string }
type SaveState = Pick<QueueView, 'unsent' | 'offline' | 'savedAt'> & { refused: { size: number } }

/**
 * What a screen reader is told of saving, with how many questions are answered. It changes with the number and at most once a minute, so that
 * typing is not interrupted; '' while nothing new is saved. The banner tells of a lost network.
 */
export function spokenSave({ kind, text }: SaveLabel, savedAt: string, answered: number, total: number): string {
  if (kind === 'refused') return text
  return kind === 'saved'
    ? t('已保存 {{time}}，已答 {{answered}} 题，共 {{total}} 题', { time: savedAt.slice(11, 16), answered, total })
    : ''
}

/** @param online the browser's network state; a failed save overrides it */
export function saveLabel({ unsent, offline, savedAt, refused }: SaveState, online: boolean): SaveLabel {
  if (offline || !online) return { kind: 'offline', text: unsent > 0 ? t('离线，{{n}} 题待上传', { n: unsent }) : t('离线') }
  if (unsent > 0) return { kind: 'saving', text: t('保存中') }
  if (refused.size > 0) return { kind: 'refused', text: t('{{n}} 题未能保存', { n: refused.size }) }
  // 2026-01-01 12:03:04: an exam needs only the time of day
  return savedAt === ''
    ? { kind: 'idle', text: t('答案自动保存') }
    : { kind: 'saved', text: t('已保存 {{time}}', { time: savedAt.slice(11) }) }
}
