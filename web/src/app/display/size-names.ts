// The font sizes as they are offered, and the choice of one.
import { type PlainText, t } from '../../kernel/i18n.ts'
import { notify } from '../../kernel/notify.ts'
import { size, type Size } from '../../kernel/state/preferences.ts'

export const sizeNames = { default: '默认', medium: '中等', small: '小', mini: '最小' } as const satisfies Record<Size, PlainText>

/** Stores the size and says so (learner.md §2). */
export function chooseSize(next: Size) {
  size.set(next)
  notify.success(t('字体切换成功！'))
}
