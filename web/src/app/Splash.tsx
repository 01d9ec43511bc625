// The shape of a page while the session is being read.
import { t } from '../kernel/i18n.ts'

export function Splash() {
  return (
    <output className="splash" aria-busy="true" aria-label={t('加载中')}>
      <span className="splash-bar bone" />
      <Bones />
    </output>
  )
}

const Bones = () => (
  <span className="splash-body">
    <span className="bone splash-title" />
    <span className="bone splash-line" />
    <span className="bone splash-line" />
    <span className="bone splash-card" />
  </span>
)

/** The same inside a shell, while the page's file is on its way. */
export const PageBones = () => (
  <output className="block" aria-busy="true" aria-label={t('加载中')}>
    <Bones />
  </output>
)
