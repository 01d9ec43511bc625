// What an uploaded archive asks for and does not get: shown once it is saved, until it is closed.
import { type PackageNote, packageNotes } from '@shuyuan/contract/course/file/file.ts'
import { tLabel } from '../../../kernel/i18n.ts'
import { notify } from '../../../kernel/notify.ts'

export function showNotes(title: string, notes: readonly PackageNote[]): void {
  for (const note of notes) notify.warning(`${title}：${tLabel(packageNotes[note])}`, 0)
}
