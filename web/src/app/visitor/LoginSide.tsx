// What the site is for, beside the sign-in on wide screens.
import { t } from '../../kernel/i18n.ts'
import { useSite } from '../../shared/session/session.ts'
import styles from './visitor.module.css'

export function LoginSide({ siteName }: { siteName: string }) {
  const props = useSite()?.props
  const parts = [
    ...(props?.moduleCourse === false ? [] : [t('课程：随时学，接着学')]),
    ...(props?.moduleExam === false ? [] : [t('考试：断网不丢答案'), t('训练：错题隔天再练')]),
    ...(props?.moduleCert ? [t('证书：学完就有，扫码可查')] : []),
  ]
  return (
    <aside className={styles.loginSide} aria-label={siteName}>
      <svg viewBox="0 0 320 180" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        <circle cx="268" cy="30" r="86" />
        <circle cx="30" cy="190" r="70" />
        <path transform="translate(66 -46)" d="M36 132c22-3 42 1 58 13 16-12 36-16 58-13V64c-22-3-42 1-58 13-16-12-36-16-58-13zm58-55v68" />
      </svg>
      <p>{siteName}</p>
      <ul>
        {parts.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
    </aside>
  )
}
