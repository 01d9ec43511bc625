// Error screen of one page; the rest of the window stays usable.
import { Component, type ReactNode } from 'react'
import { useRouteError } from 'react-router'
import { t } from '../kernel/i18n.ts'
import { classes } from '../kernel/theme/classes.ts'
import buttonStyles from '../kernel/plain/button.module.css'
import styles from './screen.module.css'

/** True when a file of the page can no longer be fetched because a newer build replaced it: only a reload helps. */
const isStaleBuild = (error: unknown) =>
  error instanceof Error && /dynamically imported module|module script failed|error loading/i.test(error.message)

function ErrorScreen({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const stale = isStaleBuild(error)
  return (
    <div className={styles.screen} role="alert">
      <h1>{stale ? t('页面已更新') : t('页面出错了')}</h1>
      <p>{stale ? t('请重新载入后继续。') : t('糟糕，这个页面没能显示出来。您可以重试，其他页面不受影响。')}</p>
      {!stale && error instanceof Error && <p className={styles.screenDetail}>{error.message}</p>}
      <div className={styles.screenActions}>
        <button
          type="button"
          className={classes(buttonStyles.btn, buttonStyles.btnPrimary)}
          onClick={stale ? () => window.location.reload() : onRetry}
        >
          {stale ? t('重新载入') : t('重试')}
        </button>
        <a className={buttonStyles.btn} href="/">
          {t('返回首页')}
        </a>
      </div>
    </div>
  )
}

/** Catches errors of the page inside it; needs a key that changes with the page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown; failed: boolean }> {
  override state = { error: undefined as unknown, failed: false }

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true }
  }

  override render() {
    const { error, failed } = this.state
    return failed ? <ErrorScreen error={error} onRetry={() => this.setState({ error: undefined, failed: false })} /> : this.props.children
  }
}

/** The last error boundary, around the whole application. */
export function RouteError() {
  const error = useRouteError()
  return <ErrorScreen error={error} onRetry={() => window.location.reload()} />
}
