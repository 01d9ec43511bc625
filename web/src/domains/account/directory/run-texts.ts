// Texts and tones of the directory sync.
import { type DirectoryKind, directoryNote, type DirectoryNote, DirectoryState } from '@shuyuan/contract/account/directory/directory.ts'
import { tLabel } from '../../../kernel/i18n.ts'
import type { Tone } from '../../../kernel/piece/Tag.tsx'

export const stateTones: Record<DirectoryState, Tone> = {
  [DirectoryState.running]: 'info',
  [DirectoryState.planned]: 'warn',
  [DirectoryState.applied]: 'good',
  [DirectoryState.refused]: 'bad',
  [DirectoryState.failed]: 'bad',
}
export const kindTones: Record<DirectoryKind, Tone> = {
  depart: 'info',
  add: 'good',
  change: 'info',
  move: 'info',
  disable: 'bad',
  restore: 'good',
  skip: 'plain',
}
/** '' without a note. */
export const noteText = (note: string): string => (Object.hasOwn(directoryNote, note) ? tLabel(directoryNote[note as DirectoryNote]) : note)
