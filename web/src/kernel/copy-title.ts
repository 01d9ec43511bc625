// The title of a copy.
import { t } from './i18n.ts'

const MAX_LENGTH = 100

/** The title marked as a copy; shortened where the mark would make it longer than a title may be. */
export function copyTitle(title: string): string {
  const copy = t('{{title}}（副本）', { title })
  return copy.length <= MAX_LENGTH ? copy : t('{{title}}（副本）', { title: title.slice(0, title.length - (copy.length - MAX_LENGTH)) })
}
